import { measures } from './measures.ts';
import type { Theme } from './Theme.types.ts';

/**
 * The light theme. Text has a contrast of at least 4.5 on its background, controls of 3.
 *
 * @example
 * <ThemeProvider theme={lightTheme}>…</ThemeProvider>
 */
export const lightTheme: Theme = {
  ...measures,
  isDark: false,
  colors: {
    background: '#f4f6fa',
    surface: '#ffffff',
    surfaceActive: '#e9edf4',
    surfaceRaised: '#ffffff',
    text: '#1b2430',
    textMuted: '#515c6b',
    border: '#dde2ea',
    control: '#7a8596',
    focus: '#2457d6',
    scrim: 'rgba(16, 22, 32, 0.48)',
    primary: '#2457d6',
    onPrimary: '#ffffff',
    primarySoft: '#e4ecff',
    onPrimarySoft: '#1b449f',
    success: '#1a7442',
    onSuccess: '#ffffff',
    successSoft: '#def3e6',
    onSuccessSoft: '#14582f',
    warning: '#8a5a00',
    onWarning: '#ffffff',
    warningSoft: '#ffefcf',
    onWarningSoft: '#6b4500',
    danger: '#b3261e',
    onDanger: '#ffffff',
    dangerSoft: '#fde5e3',
    onDangerSoft: '#8f1c15',
  },
};
