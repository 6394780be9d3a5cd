import { Button, Input, Text, useTheme, useToast } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';

const MAX_CHARACTERS = 1000;

/** Tells the operator of the host what is wrong with a mini-app. */
export function ComplaintForm({ appId, onDone }: { appId: string; onDone: () => void }) {
  const { space } = useTheme();
  const { complain } = useServices();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);

  const send = async () => {
    if (reason.trim() === '') return setProblem('Say in a few words what is wrong.');
    setSending(true);
    try {
      await complain({ appId, reason: reason.trim() });
      toast.show('Thank you. We will look into it.', { tone: 'success' });
      onDone();
    } catch {
      setProblem('Your report could not be sent. Try again in a moment.');
    } finally {
      setSending(false);
    }
  };
  return (
    <View style={{ gap: space(4) }}>
      <Text muted>It goes to whoever runs this host, not to whoever made the service.</Text>
      <Input
        label="What is wrong?"
        value={reason}
        onChangeText={setReason}
        error={problem}
        multiline
        numberOfLines={4}
        maxLength={MAX_CHARACTERS}
      />
      <Button title="Send the report" loading={isSending} onPress={() => void send()} />
    </View>
  );
}
