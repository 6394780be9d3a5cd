import { useTheme } from '@host/kit';
import { DarkTheme, DefaultTheme, type Theme } from '@react-navigation/native';

/** The host's colours, for headers and backgrounds of the navigation. */
export function useNavigationTheme(): Theme {
  const { isDark, colors } = useTheme();
  const base = isDark ? DarkTheme : DefaultTheme;
  return {
    ...base,
    colors: {
      ...base.colors,
      primary: colors.primary,
      background: colors.background,
      card: colors.surface,
      text: colors.text,
      border: colors.border,
    },
  };
}
