import type { ReactNode } from 'react';
import { View } from 'react-native';

import { useTheme } from './theme.ts';

/** A surface that holds together what belongs together. */
export function Card({ children }: { children: ReactNode }) {
  const { colors, radius, space } = useTheme();
  return (
    <View
      style={{
        gap: space(2),
        padding: space(4),
        borderRadius: radius,
        borderWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      {children}
    </View>
  );
}
