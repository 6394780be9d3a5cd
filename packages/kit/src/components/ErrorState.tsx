import { View } from 'react-native';

import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** The props of {@link ErrorState}. */
export interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry?: (() => void) | undefined;
  retryTitle?: string;
}

/**
 * What a screen shows when something failed; screen readers announce it.
 *
 * @example
 * <ErrorState message="Your orders could not be loaded." onRetry={reload} />
 */
export function ErrorState({
  title = 'Something went wrong',
  message,
  onRetry,
  retryTitle = 'Try again',
}: ErrorStateProps) {
  return (
    <View role="alert" aria-live="assertive" style={{ flex: 1 }}>
      <EmptyState
        icon="warning"
        tone="danger"
        title={title}
        message={message}
        action={
          onRetry ? (
            <Button title={retryTitle} icon="refresh" variant="secondary" onPress={onRetry} />
          ) : undefined
        }
      />
    </View>
  );
}
