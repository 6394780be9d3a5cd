import { setHostTheme } from '@host/kit/host';
import { useLayoutEffect } from 'react';
import { Platform } from 'react-native';

import { useStore } from '../common/useStore.ts';
import type { HostLanguage } from '../language/createHostLanguage.ts';
import { brandThemeIn } from './brand.ts';
import type { Appearance } from './createAppearance.ts';

/** What the person chose, or their device. */
interface Looks {
  appearance: Appearance;
  language: HostLanguage;
}

/** Draws the host, and every mini-app in it, in the colours of the brand, and in the scheme and direction of the person. */
export function useBrandTheme({ appearance, language }: Looks): void {
  const scheme = useStore(appearance.scheme);
  const { direction } = useStore(language.current);
  useLayoutEffect(() => {
    // On a device the system says which way layouts go.
    setHostTheme(brandThemeIn(scheme, Platform.OS === 'web' ? direction : undefined));
  }, [scheme, direction]);
}
