import { measures } from './measures.ts';
import type { Theme } from './Theme.types.ts';

/**
 * The dark theme. Text has a contrast of at least 4.5 on its background, controls of 3.
 *
 * @example
 * <ThemeProvider theme={darkTheme}>…</ThemeProvider>
 */
export const darkTheme: Theme = {
  ...measures,
  isDark: true,
  colors: {
    background: '#10141b',
    surface: '#1a212c',
    surfaceActive: '#27303e',
    surfaceRaised: '#212a37',
    text: '#eef2f8',
    textMuted: '#aab4c3',
    border: '#2d3746',
    control: '#7f8b9d',
    focus: '#8fb0ff',
    scrim: 'rgba(0, 0, 0, 0.62)',
    primary: '#8fb0ff',
    onPrimary: '#0b1a3d',
    primarySoft: '#1f3157',
    onPrimarySoft: '#c5d6ff',
    success: '#78d39a',
    onSuccess: '#06290f',
    successSoft: '#17382a',
    onSuccessSoft: '#a9e6bf',
    warning: '#f2c063',
    onWarning: '#2f1f00',
    warningSoft: '#3c2f14',
    onWarningSoft: '#f6d594',
    danger: '#ffb4ab',
    onDanger: '#4a0b07',
    dangerSoft: '#4a211f',
    onDangerSoft: '#ffcfc9',
  },
};
