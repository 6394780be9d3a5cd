import type { ReactNode } from 'react';
import { View } from 'react-native';

import { Text, useTheme } from '@host/kit';

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A part of the gallery, with a heading of its own. */
export function Section({ title, children }: SectionProps) {
  const { space } = useTheme();
  return (
    <View style={{ gap: space(3) }}>
      <Text variant="heading">{title}</Text>
      {children}
    </View>
  );
}

/** Things beside each other that wrap. */
export function Row({ children }: { children: ReactNode }) {
  const { space } = useTheme();
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space(3) }}>
      {children}
    </View>
  );
}
