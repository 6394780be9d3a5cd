import { View } from 'react-native';

import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry?: () => void;
  retryTitle?: string;
}

/** What a screen shows when something failed; screen readers announce it. */
export function ErrorState({
  title = 'Something went wrong',
  message,
  onRetry,
  retryTitle = 'Try again',
}: ErrorStateProps) {
  return (
    <View accessibilityRole="alert" style={{ flex: 1 }}>
      <EmptyState
        title={title}
        message={message}
        action={onRetry ? <Button title={retryTitle} onPress={onRetry} /> : undefined}
      />
    </View>
  );
}
