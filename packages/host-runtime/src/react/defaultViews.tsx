import { Button, EmptyState, Spinner, useTheme } from '@host/kit';
import { View } from 'react-native';

import type { FailureViewProps, LoadingViewProps, MiniAppViews } from './views.types.ts';

const BAR_WIDTH = 160;
const BAR_HEIGHT = 4;

function Loading({ progress }: LoadingViewProps) {
  const { colors, space } = useTheme();
  const now = Math.round(progress * 100);
  return (
    <View style={{ flex: 1, alignItems: 'center', justifyContent: 'center', gap: space(4) }}>
      <Spinner />
      <View
        accessible
        accessibilityRole="progressbar"
        accessibilityLabel="Loading the mini-app"
        accessibilityValue={{ min: 0, max: 100, now }}
        style={{
          width: BAR_WIDTH,
          height: BAR_HEIGHT,
          borderRadius: BAR_HEIGHT,
          overflow: 'hidden',
          backgroundColor: colors.border,
        }}
      >
        <View style={{ width: `${now}%`, height: BAR_HEIGHT, backgroundColor: colors.primary }} />
      </View>
    </View>
  );
}

function Failed({ failure, onRetry, onClose }: FailureViewProps) {
  const { space } = useTheme();
  return (
    <View role="alert" aria-live="assertive" style={{ flex: 1 }}>
      <EmptyState
        icon="warning"
        tone="danger"
        title="Something went wrong"
        message={failure.message}
        action={
          <View style={{ gap: space(2) }}>
            {failure.retryable ? (
              <Button title="Retry" icon="refresh" variant="secondary" onPress={onRetry} />
            ) : null}
            {onClose ? <Button title="Close" variant="plain" onPress={onClose} /> : null}
          </View>
        }
      />
    </View>
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
