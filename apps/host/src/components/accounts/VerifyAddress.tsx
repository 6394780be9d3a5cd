import { Button, Text } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { useSubmit } from './useSubmit.ts';
import { useServices } from '../../services/AppServicesContext.ts';

/** Has the link sent that verifies the address of whoever is signed in. */
export function VerifyAddress() {
  const { links } = useServices();
  const [isSent, setSent] = useState(false);
  const form = useSubmit();
  const send = async () => {
    await links.sendVerification();
    setSent(true);
  };
  return (
    <View role={form.problem === undefined ? 'status' : 'alert'}>
      <Text variant="caption" muted={form.problem === undefined}>
        {form.problem?.text ??
          (isSent ? 'A link is on its way to you.' : 'Your e-mail address is not verified.')}
      </Text>
      <Button
        title={isSent ? 'Send it again' : 'Verify my address'}
        variant="plain"
        loading={form.isSending}
        onPress={() => void form.submit(send)}
      />
    </View>
  );
}
