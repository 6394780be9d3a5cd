import type { ReactNode } from 'react';
import { View } from 'react-native';

import { Text } from './Text.tsx';
import { useTheme } from './theme.ts';

export interface EmptyStateProps {
  title: string;
  message?: string;
  /** What a person can do about it, usually a Button. */
  action?: ReactNode;
}

/** What a screen shows when there is nothing to show. */
export function EmptyState({ title, message, action }: EmptyStateProps) {
  const { space } = useTheme();
  return (
    <View
      style={{
        flex: 1,
        alignItems: 'center',
        justifyContent: 'center',
        gap: space(3),
        padding: space(6),
      }}
    >
      <Text variant="heading">{title}</Text>
      {message === undefined ? null : (
        <Text muted style={{ textAlign: 'center' }}>
          {message}
        </Text>
      )}
      {action}
    </View>
  );
}
