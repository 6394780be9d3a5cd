import type { ReactNode } from 'react';
import { View } from 'react-native';

import { useTheme } from './theme.ts';

/** The background of a screen, with room around what is in it. */
export function Screen({ children, padded = true }: { children: ReactNode; padded?: boolean }) {
  const { colors, space } = useTheme();
  return (
    <View
      style={{
        flex: 1,
        gap: space(4),
        padding: padded ? space(4) : 0,
        backgroundColor: colors.background,
      }}
    >
      {children}
    </View>
  );
}
