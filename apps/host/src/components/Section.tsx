import { Text, useTheme } from '@host/kit';
import type { ReactNode } from 'react';
import { View } from 'react-native';

/** A part of a screen under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const { space } = useTheme();
  return (
    <View style={{ gap: space(3) }}>
      <Text variant="heading">{title}</Text>
      {children}
    </View>
  );
}
