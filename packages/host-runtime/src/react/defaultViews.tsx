import { Button, EmptyState, Spinner, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { RUNTIME } from '../common/runtimeMessages.ts';
import { useFailureMessage } from './useFailureMessage.ts';
import type { FailureViewProps, LoadingViewProps, MiniAppViews } from './views.types.ts';

const BAR_WIDTH = 160;
const BAR_HEIGHT = 4;

function Loading({ progress }: LoadingViewProps) {
  const { colors, space } = useTheme();
  const t = useMessages(RUNTIME);
  const now = Math.round(progress * 100);
  return (
    <View style={{ flex: 1, alignItems: 'center', justifyContent: 'center', gap: space(4) }}>
      <Spinner />
      <View
        accessible
        accessibilityRole="progressbar"
        accessibilityLabel={t('loading')}
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
  const t = useMessages(RUNTIME);
  const message = useFailureMessage(failure);
  return (
    <View role="alert" aria-live="assertive" style={{ flex: 1 }}>
      <EmptyState
        icon="warning"
        tone="danger"
        title={t('failed')}
        message={message}
        action={
          <View style={{ gap: space(2) }}>
            {failure.retryable ? (
              <Button title={t('retry')} icon="refresh" variant="secondary" onPress={onRetry} />
            ) : null}
            {onClose ? <Button title={t('close')} variant="plain" onPress={onClose} /> : null}
          </View>
        }
      />
    </View>
  );
}

function UpdateApp({ failure }: FailureViewProps) {
  const { requiredHostVersion: version } = failure;
  const t = useMessages(RUNTIME);
  const problem = useFailureMessage(failure);
  const message = version === undefined ? problem : t('updateTo', { problem, version });
  return <EmptyState title={t('update')} message={message} />;
}

function Suspended({ failure }: FailureViewProps) {
  const t = useMessages(RUNTIME);
  return <EmptyState title={t('unavailable')} message={useFailureMessage(failure)} />;
}

/** The default views that are shown instead of a mini-app. */
export const defaultViews: MiniAppViews = { Loading, Failed, UpdateApp, Suspended };
