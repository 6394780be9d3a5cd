import { View } from 'react-native';

import { KIT } from '../language/kitMessages.ts';
import { useMessages } from '../language/useMessages.ts';
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
export function ErrorState({ title, message, onRetry, retryTitle }: ErrorStateProps) {
  const t = useMessages(KIT);
  return (
    <View role="alert" aria-live="assertive" style={{ flex: 1 }}>
      <EmptyState
        icon="warning"
        tone="danger"
        title={title ?? t('failed')}
        message={message}
        action={
          onRetry ? (
            <Button
              title={retryTitle ?? t('retry')}
              icon="refresh"
              variant="secondary"
              onPress={onRetry}
            />
          ) : undefined
        }
      />
    </View>
  );
}
