import type { ThemeOverrides } from '@host/kit';

import type { Scheme } from './createAppearance.ts';

/** What to change to make this host yours: the name and the colours. `public/` holds the icons. */
export const BRAND = {
  name: 'Harbour',
} as const;

/** The brand's colours, for the host and for every mini-app that uses the kit. */
export const BRAND_THEME: ThemeOverrides = {
  light: {
    background: '#f3f5f7',
    primary: '#0b6b5e',
    onPrimary: '#ffffff',
    primarySoft: '#d9f0ea',
    onPrimarySoft: '#07493f',
    focus: '#0b6b5e',
  },
  dark: {
    background: '#0e1514',
    surface: '#172120',
    surfaceActive: '#22302e',
    surfaceRaised: '#1d2927',
    border: '#2a3a37',
    text: '#eaf3f1',
    textMuted: '#a5b8b4',
    control: '#7b908b',
    primary: '#6fdcc6',
    onPrimary: '#00382f',
    primarySoft: '#12423a',
    onPrimarySoft: '#b4f2e4',
    focus: '#6fdcc6',
  },
};

/** The brand's theme in the chosen colour scheme and, in a browser, in the direction of the language. */
export function brandThemeIn(scheme: Scheme, direction?: 'ltr' | 'rtl'): ThemeOverrides {
  return {
    ...BRAND_THEME,
    ...(scheme !== 'system' && { isDark: scheme === 'dark' }),
    ...(direction && { direction }),
  };
}
