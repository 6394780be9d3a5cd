import { Button, Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { View } from 'react-native';

import { useSubmit } from './useSubmit.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { ACCOUNTS } from '../../messages/accounts.ts';

/** Requests the link that verifies the signed-in person's e-mail address. */
export function VerifyAddress() {
  const { links } = useServices();
  const [isSent, setSent] = useState(false);
  const t = useMessages(ACCOUNTS);
  const form = useSubmit();
  const send = async () => {
    await links.sendVerification();
    setSent(true);
  };
  return (
    <View role={form.problem === undefined ? 'status' : 'alert'}>
      <Text variant="caption" muted={form.problem === undefined}>
        {form.problem ? t(...form.problem) : t(isSent ? 'linkOnItsWay' : 'notVerified')}
      </Text>
      <Button
        title={t(isSent ? 'sendAgain' : 'verifyAddress')}
        variant="plain"
        loading={form.isSending}
        onPress={() => void form.submit(send)}
      />
    </View>
  );
}
