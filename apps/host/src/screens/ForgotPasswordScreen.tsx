import { Button, EmptyState, Input, Text } from '@host/kit';
import { useState } from 'react';

import { FormCard } from '../components/FormCard.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { linkProblem } from './linkProblems.ts';
import type { ScreenProps } from './ScreenProps.types.ts';
import { useSubmit } from './useSubmit.ts';

/** Has a link mailed that sets a new password. It says the same for every address. */
export function ForgotPasswordScreen({ navigation }: ScreenProps<'ForgotPassword'>) {
  const { links } = useServices();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const form = useSubmit(linkProblem);
  const send = () => {
    const address = email.trim();
    if (!/^\S+@\S+$/.test(address)) {
      form.setProblem('Enter an e-mail address, for example ann@example.com.');
      return;
    }
    void form.submit(async () => {
      await links.requestReset(address);
      setSentTo(address);
    });
  };

  return (
    <Page title="Forgot your password?" isNarrow>
      {sentTo === undefined ? (
        <>
          <Text muted>We send you a link with which you choose a new one.</Text>
          <FormCard
            action="Send the link"
            problem={form.problem}
            isSending={form.isSending}
            onSubmit={send}
          >
            <Input
              label="E-mail address"
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              value={email}
              onChangeText={setEmail}
              onSubmitEditing={send}
              blurOnSubmit={false}
            />
          </FormCard>
        </>
      ) : (
        <EmptyState
          icon="mail"
          title="Look into your mail"
          message={`If ${sentTo} has an account, a link is on its way. It works for an hour.`}
          action={
            <Button title="Sign in" onPress={() => navigation.replace('SignIn', undefined)} />
          }
        />
      )}
    </Page>
  );
}
