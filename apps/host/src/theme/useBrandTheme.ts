import { setHostTheme } from '@host/kit/host';
import { useLayoutEffect } from 'react';
import { Platform } from 'react-native';

import { useStore } from '../common/useStore.ts';
import type { HostLanguage } from '../language/createHostLanguage.ts';
import { brandThemeIn } from './brand.ts';
import type { Appearance } from './createAppearance.ts';

/** The sources of colour scheme and language. */
interface Looks {
  appearance: Appearance;
  language: HostLanguage;
}

/** Themes the host and every mini-app in it: the brand's colours in the chosen scheme, and the language's direction. */
export function useBrandTheme({ appearance, language }: Looks): void {
  const scheme = useStore(appearance.scheme);
  const { direction } = useStore(language.current);
  useLayoutEffect(() => {
    // On a device the system determines the layout direction.
    setHostTheme(brandThemeIn(scheme, Platform.OS === 'web' ? direction : undefined));
  }, [scheme, direction]);
}
