import type { Theme } from './Theme.types.ts';

/** The tokens that both schemes share. */
export const measures: Omit<Theme, 'isDark' | 'colors'> = {
  space: (steps) => steps * 4,
  radii: { small: 8, medium: 12, large: 20, full: 999 },
  typography: {
    title: { fontSize: 28, lineHeight: 34, fontWeight: '700', letterSpacing: -0.3 },
    heading: { fontSize: 19, lineHeight: 25, fontWeight: '600', letterSpacing: -0.1 },
    body: { fontSize: 16, lineHeight: 23, fontWeight: '400' },
    label: { fontSize: 15, lineHeight: 20, fontWeight: '600' },
    caption: { fontSize: 13, lineHeight: 18, fontWeight: '400' },
  },
  fontFamily: undefined,
  textScale: 1,
  direction: 'ltr',
};
