import { startFrame, webSharedModules } from '@host/host-runtime/frame';
import { setHostTheme } from '@host/kit/host';

import { brandThemeIn } from '../theme/brand.ts';
import { SCHEMES } from '../theme/createAppearance.ts';

// What runs here has no access to the host's page, so it is told how the host looks.
startFrame({
  shared: webSharedModules(),
  onHostState(value) {
    const scheme = SCHEMES.find((each) => each === value) ?? 'system';
    setHostTheme(brandThemeIn(scheme));
  },
});
