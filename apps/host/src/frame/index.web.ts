import { startFrame, webSharedModules } from '@host/host-runtime/frame';
import { setHostTheme } from '@host/kit/host';

import { brandThemeIn } from '../theme/brand.ts';
import { SCHEME_QUESTION, schemeIn } from './schemeMessages.ts';

// What runs here has no access to the host's page, so it is told how the host looks.
setHostTheme(brandThemeIn('system'));
addEventListener('message', ({ source, data }) => {
  const scheme = schemeIn(data);
  if (source === parent && scheme !== undefined) setHostTheme(brandThemeIn(scheme));
});
parent.postMessage(SCHEME_QUESTION, '*');
startFrame({ shared: webSharedModules() });
