import { Button } from '@host/kit';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { EmailField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { WithMail } from '../components/accounts/WithMail.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { emailProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** Has a link mailed that sets a new password. It says the same for every address. */
export function ForgotPasswordScreen({ navigation }: ScreenProps<'ForgotPassword'>) {
  const { links } = useServices();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Page title="Forgot your password?" isNarrow>
      <WithMail without="Ask who runs this service for a link with which you choose a new password.">
        {sentTo === undefined ? (
          <AccountForm
            intro="We send you a link with which you choose a new one."
            action="Send the link"
            problem={emailProblem(email)}
            onSubmit={async () => {
              const address = email.trim();
              await links.requestReset(address);
              setSentTo(address);
            }}
          >
            {(submit) => (
              <EmailField value={email} onChangeText={setEmail} onSubmitEditing={submit} />
            )}
          </AccountForm>
        ) : (
          <Outcome
            icon="mail"
            title="Look into your mail"
            message={`If ${sentTo} has an account, a link is on its way. It works for an hour.`}
            action={
              <Button title="Sign in" onPress={() => navigation.replace('SignIn', undefined)} />
            }
          />
        )}
      </WithMail>
    </Page>
  );
}
