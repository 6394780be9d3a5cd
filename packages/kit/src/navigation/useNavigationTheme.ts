import { DarkTheme, DefaultTheme, type Theme as NavigationTheme } from '@react-navigation/native';
import { useMemo } from 'react';

import { useTheme } from '../theme/useTheme.ts';

/** The theme for what React Navigation draws: headers, tabs and backgrounds. */
export function useNavigationTheme(): NavigationTheme {
  const { isDark, colors } = useTheme();
  return useMemo(() => {
    const base = isDark ? DarkTheme : DefaultTheme;
    return {
      ...base,
      colors: {
        primary: colors.primary,
        background: colors.background,
        card: colors.surface,
        text: colors.text,
        border: colors.border,
        notification: colors.danger,
      },
    };
  }, [isDark, colors]);
}
