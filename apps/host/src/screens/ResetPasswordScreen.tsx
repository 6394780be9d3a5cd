import { CLIENT_LIMITS } from '@host/contracts';
import { Button, EmptyState, Input } from '@host/kit';
import { useState } from 'react';

import { FormCard } from '../components/FormCard.tsx';
import { LinkIncomplete } from '../components/LinkIncomplete.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { linkProblem, newPasswordProblem } from './linkProblems.ts';
import type { ScreenProps } from './ScreenProps.types.ts';
import { useSubmit } from './useSubmit.ts';

/** Chooses a new password with a link. */
export function ResetPasswordScreen({ navigation }: ScreenProps<'ResetPassword'>) {
  const { links } = useServices();
  const { token } = links;
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState<string>();
  const form = useSubmit(linkProblem);
  const again = (
    <Button
      title="Ask for a new link"
      variant="plain"
      onPress={() => navigation.replace('ForgotPassword')}
    />
  );
  const send = () => {
    const problem = newPasswordProblem(password);
    if (problem !== undefined || token === undefined) {
      form.setProblem(problem);
      return;
    }
    void form.submit(async () => setEmail(await links.resetPassword(token, password)));
  };

  if (email !== undefined) {
    return (
      <Page title="Your password is changed" isNarrow>
        <EmptyState
          icon="success"
          title="Your password is changed"
          message={`You are signed out everywhere. Sign in with ${email} and the new password.`}
          action={
            <Button title="Sign in" onPress={() => navigation.replace('SignIn', undefined)} />
          }
        />
      </Page>
    );
  }
  return (
    <Page title="Choose a new password" isNarrow>
      {token === undefined ? (
        <LinkIncomplete action={again} />
      ) : (
        <>
          <FormCard
            action="Change password"
            problem={form.problem}
            isSending={form.isSending}
            onSubmit={send}
          >
            <Input
              label="New password"
              secure
              autoComplete="new-password"
              autoCapitalize="none"
              hint={`At least ${CLIENT_LIMITS.passwordShortest} characters`}
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
