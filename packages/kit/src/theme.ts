import { createContext, useContext } from 'react';
import { useColorScheme } from 'react-native';

/** The colours and measures that components are drawn with. */
export interface Theme {
  isDark: boolean;
  colors: {
    background: string;
    surface: string;
    text: string;
    textMuted: string;
    border: string;
    primary: string;
    onPrimary: string;
    danger: string;
    onDanger: string;
  };
  space: (steps: number) => number;
  radius: number;
}

const space = (steps: number) => steps * 4;

/** Every pair of text and background has a contrast of at least 4.5. */
export const lightTheme: Theme = {
  isDark: false,
  colors: {
    background: '#f4f6fa',
    surface: '#ffffff',
    text: '#1b2430',
    textMuted: '#55606f',
    border: '#d5dae3',
    primary: '#2457d6',
    onPrimary: '#ffffff',
    danger: '#b3261e',
    onDanger: '#ffffff',
  },
  space,
  radius: 12,
};

export const darkTheme: Theme = {
  isDark: true,
  colors: {
    background: '#10141b',
    surface: '#1a212c',
    text: '#eef2f8',
    textMuted: '#a6b0bf',
    border: '#323c4a',
    primary: '#8fb0ff',
    onPrimary: '#0b1a3d',
    danger: '#ffb4ab',
    onDanger: '#4a0b07',
  },
  space,
  radius: 12,
};

const ThemeContext = createContext<Theme | undefined>(undefined);

/** Gives components the host's colours; without one they follow the device's light or dark setting. */
export const ThemeProvider = ThemeContext.Provider;

/**
 * The theme that components are drawn with.
 *
 * @example
 * const { colors, space } = useTheme();
 */
export function useTheme(): Theme {
  const given = useContext(ThemeContext);
  const scheme = useColorScheme();
  return given ?? (scheme === 'dark' ? darkTheme : lightTheme);
}
