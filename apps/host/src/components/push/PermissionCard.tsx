import { Button, Card, Icon, Text, useTheme, useToast } from '@host/kit';
import { usePush } from '@host/push';
import { useState } from 'react';
import { View } from 'react-native';

import type { StartedPush } from '../../push/PushService.types.ts';
import { permissionHelp } from './permissionHelp.ts';
import { TurnOnCard } from './TurnOnCard.tsx';

const SHOWN_BY = {
  system: 'They show up on this device, also while you are elsewhere.',
  app: 'They show up here while the app is open: it was built without notifications of the system.',
} as const;

/** Whether notifications are allowed, what to do where they are not, and a push to try them. */
export function PermissionCard({ sendTest, shownBy }: Pick<StartedPush, 'sendTest' | 'shownBy'>) {
  const { colors, space } = useTheme();
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
          <Text variant="label">{isOn ? 'Notifications are on' : 'Notifications are blocked'}</Text>
          <Text variant="caption" muted>
            {isOn ? SHOWN_BY[shownBy] : permissionHelp.text}
          </Text>
        </View>
      </View>
      {isOn ? (
        <TestButton isReady={token !== undefined} sendTest={sendTest} />
      ) : permissionHelp.open ? (
        <Button title="Open the settings" variant="secondary" onPress={permissionHelp.open} />
      ) : null}
    </Card>
  );
}

function TestButton({ isReady, sendTest }: { isReady: boolean; sendTest: () => Promise<void> }) {
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await sendTest();
      toast.show('The push is on its way');
    } catch {
      toast.show('The push could not be sent. Try again in a moment.', { tone: 'danger' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      title="Send me a test push"
      variant="secondary"
      disabled={!isReady}
      loading={isSending}
      onPress={() => void send()}
    />
  );
}
