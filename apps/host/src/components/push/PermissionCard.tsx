import { Button, Card, Icon, Text, useTheme, useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { usePush } from '@host/push';
import { useState } from 'react';
import { View } from 'react-native';

import type { StartedPush } from '../../push/PushService.types.ts';
import { permissionHelp } from './permissionHelp.ts';
import { TurnOnCard } from './TurnOnCard.tsx';
import { PUSH } from '../../messages/push.ts';

const SHOWN_BY = { system: 'shownBySystem', app: 'shownByApp' } as const;

/** The notification permission, what to do if it is denied, and a button that sends a test push. */
export function PermissionCard({ sendTest, shownBy }: Pick<StartedPush, 'sendTest' | 'shownBy'>) {
  const { colors, space } = useTheme();
  const t = useMessages(PUSH);
  const { permission, token } = usePush();
  if (permission === 'not-determined') return <TurnOnCard />;
  const isOn = permission === 'granted';
  return (
    <Card>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(3) }}>
        <Icon
          name={isOn ? 'success' : 'warning'}
          color={isOn ? colors.success : colors.onWarningSoft}
        />
        <View style={{ flex: 1, gap: space(0.5) }}>
          <Text variant="label">{t(isOn ? 'on' : 'blocked')}</Text>
          <Text variant="caption" muted>
            {t(isOn ? SHOWN_BY[shownBy] : permissionHelp.text)}
          </Text>
        </View>
      </View>
      {isOn ? (
        <TestButton isReady={token !== undefined} sendTest={sendTest} />
      ) : permissionHelp.open ? (
        <Button title={t('openSettings')} variant="secondary" onPress={permissionHelp.open} />
      ) : null}
    </Card>
  );
}

function TestButton({ isReady, sendTest }: { isReady: boolean; sendTest: () => Promise<void> }) {
  const toast = useToast();
  const t = useMessages(PUSH);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await sendTest();
      toast.show(t('testSent'));
    } catch {
      toast.show(t('testFailed'), { tone: 'danger' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      title={t('test')}
      variant="secondary"
      disabled={!isReady}
      loading={isSending}
      onPress={() => void send()}
    />
  );
}
