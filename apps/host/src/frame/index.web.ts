import { startFrame, webSharedModules } from '@host/host-runtime/frame';
import { setHostLanguage, setHostTheme } from '@host/kit/host';

import { brandThemeIn } from '../theme/brand.ts';
import type { FrameLook } from './FrameLook.types.ts';

// A frame has no access to the host's page, so the host sends it the theme and the language.
startFrame({
  shared: webSharedModules(),
  onHostState(value) {
    // The console opens versions for reviewers in these frames and sends neither.
    if (value === undefined) return;
    const { scheme, language } = value as FrameLook;
    setHostTheme(brandThemeIn(scheme, language.direction));
    setHostLanguage(language);
  },
});
