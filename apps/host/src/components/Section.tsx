import { Text, useTheme } from '@host/kit';
import type { ReactNode } from 'react';
import { View } from 'react-native';

/** A section of a screen with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const { space } = useTheme();
  return (
    <View style={{ gap: space(3) }}>
      <Text variant="heading">{title}</Text>
      {children}
    </View>
  );
}
