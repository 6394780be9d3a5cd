import { EmptyState, ErrorState, Spinner } from '@host/kit';
import { View } from 'react-native';

import type { FailureViewProps, LoadingViewProps, MiniAppViews } from './views.types.ts';

function Loading({ progress }: LoadingViewProps) {
  const now = Math.round(progress * 100);
  return (
    <View
      accessibilityRole="progressbar"
      accessibilityValue={{ min: 0, max: 100, now }}
      style={{ flex: 1, alignItems: 'center', justifyContent: 'center' }}
    >
      <Spinner />
    </View>
  );
}

function Failed({ failure, onRetry }: FailureViewProps) {
  return (
    <ErrorState
      message={failure.message}
      {...(failure.retryable && { onRetry, retryTitle: 'Retry' })}
    />
  );
}

function UpdateApp({ failure }: FailureViewProps) {
  const { requiredHostVersion: required } = failure;
  const message =
    required === undefined ? failure.message : `${failure.message} Version ${required} is needed.`;
  return <EmptyState title="Update the app" message={message} />;
}

function Suspended({ failure }: FailureViewProps) {
  return <EmptyState title="Not available" message={failure.message} />;
}

/** What stands in for a mini-app unless a host brings its own. */
export const defaultViews: MiniAppViews = { Loading, Failed, UpdateApp, Suspended };
