import { Button, Input, Text, useTheme, useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { MINI_APP } from '../messages/miniApp.ts';

const MAX_CHARACTERS = 1000;

/** Reports a mini-app to the operator of the host. */
export function ComplaintForm({ appId, onDone }: { appId: string; onDone: () => void }) {
  const { space } = useTheme();
  const t = useMessages(MINI_APP);
  const { complain } = useServices();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);

  const send = async () => {
    if (reason.trim() === '') return setProblem(t('reportEmpty'));
    setSending(true);
    try {
      await complain({ appId, reason: reason.trim() });
      toast.show(t('reportThanks'), { tone: 'success' });
      onDone();
    } catch {
      setProblem(t('reportFailed'));
    } finally {
      setSending(false);
    }
  };
  return (
    <View style={{ gap: space(4) }}>
      <Text muted>{t('reportTo')}</Text>
      <Input
        label={t('reportLabel')}
        value={reason}
        onChangeText={setReason}
        error={problem}
        multiline
        numberOfLines={4}
        maxLength={MAX_CHARACTERS}
      />
      <Button title={t('reportSend')} loading={isSending} onPress={() => void send()} />
    </View>
  );
}
