import { startFrame, webSharedModules } from '@host/host-runtime/frame';
import { setHostLanguage, setHostTheme } from '@host/kit/host';

import { brandThemeIn } from '../theme/brand.ts';
import type { FrameLook } from './FrameLook.types.ts';

// What runs here has no access to the host's page, so it is told how the host looks and what it speaks.
startFrame({
  shared: webSharedModules(),
  onHostState(value) {
    // The console opens versions for reviewers in these frames, and tells nothing.
    if (value === undefined) return;
    const { scheme, language } = value as FrameLook;
    setHostTheme(brandThemeIn(scheme, language.direction));
    setHostLanguage(language);
  },
});
