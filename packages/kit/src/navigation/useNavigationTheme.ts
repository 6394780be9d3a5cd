import { DarkTheme, DefaultTheme, type Theme as NavigationTheme } from '@react-navigation/native';
import { useMemo } from 'react';
import { Platform } from 'react-native';

import { useTheme } from '../theme/useTheme.ts';

/** The theme for React Navigation's headers, tabs and backgrounds. */
export function useNavigationTheme(): NavigationTheme {
  const { isDark, colors, fontFamily } = useTheme();
  return useMemo(() => {
    const base = isDark ? DarkTheme : DefaultTheme;
    return {
      ...base,
      fonts: fontsOf(base, fontFamily),
      colors: {
        primary: colors.primary,
        background: colors.background,
        card: colors.surface,
        text: colors.text,
        border: colors.border,
        notification: colors.danger,
      },
    };
  }, [isDark, colors, fontFamily]);
}

/** The font of the kit's own texts; on the web, React Navigation would use another. */
function fontsOf(base: NavigationTheme, fontFamily: string | undefined): NavigationTheme['fonts'] {
  const family = fontFamily ?? (Platform.OS === 'web' ? 'System' : undefined);
  if (family === undefined) return base.fonts;
  return {
    regular: { fontFamily: family, fontWeight: '400' },
    medium: { fontFamily: family, fontWeight: '500' },
    bold: { fontFamily: family, fontWeight: '600' },
    heavy: { fontFamily: family, fontWeight: '700' },
  };
}
