import { Button } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { EmailField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { WithMail } from '../components/accounts/WithMail.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { emailProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** Requests a password reset link. The response is the same for every address, so it does not reveal who has an account. */
export function ForgotPasswordScreen({ navigation }: ScreenProps<'ForgotPassword'>) {
  const { links } = useServices();
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Page title={titles('forgotPassword')} isNarrow>
      <WithMail without={t('resetWithoutMail')}>
        {sentTo === undefined ? (
          <AccountForm
            intro={t('resetIntro')}
            action={t('sendLink')}
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
            title={t('lookIntoMail')}
            message={t('resetMailed', { email: sentTo })}
            action={
              <Button
                title={titles('signIn')}
                onPress={() => navigation.replace('SignIn', undefined)}
              />
            }
          />
        )}
      </WithMail>
    </Page>
  );
}
