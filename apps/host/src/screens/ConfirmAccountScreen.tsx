import { Button, Input, Text } from '@host/kit';
import { useState } from 'react';

import { FormCard } from '../components/FormCard.tsx';
import { LinkIncomplete } from '../components/LinkIncomplete.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { linkProblem } from './linkProblems.ts';
import type { ScreenProps } from './ScreenProps.types.ts';
import { useSubmit } from './useSubmit.ts';

/** Makes the account that a link was mailed for: whoever follows it enters the password that they chose. */
export function ConfirmAccountScreen({ navigation }: ScreenProps<'ConfirmAccount'>) {
  const { links } = useServices();
  const { token } = links;
  const [password, setPassword] = useState('');
  const form = useSubmit(linkProblem);
  const again = (
    <Button
      title="Create an account"
      variant="plain"
      onPress={() => navigation.replace('SignIn', { mode: 'sign-up' })}
    />
  );
  const send = () => {
    if (password === '' || token === undefined) {
      form.setProblem('Enter your password.');
      return;
    }
    void form.submit(async () => {
      await links.confirmAccount(token, password);
      navigation.popTo('Home');
    });
  };

  return (
    <Page title="Confirm your account" isNarrow>
      {token === undefined ? (
        <LinkIncomplete action={again} />
      ) : (
        <>
          <Text muted>Enter the password that you chose, and you are signed in.</Text>
          <FormCard
            action="Confirm"
            problem={form.problem}
            isSending={form.isSending}
            onSubmit={send}
          >
            <Input
              label="Password"
              secure
              autoComplete="current-password"
              autoCapitalize="none"
              value={password}
              onChangeText={setPassword}
              onSubmitEditing={send}
              blurOnSubmit={false}
            />
          </FormCard>
          {again}
        </>
      )}
    </Page>
  );
}
