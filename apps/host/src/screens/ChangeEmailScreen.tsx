import type { Me } from '@host/contracts';
import { Button } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { EmailField, PasswordField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';
import { WithMail } from '../components/accounts/WithMail.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { emailProblem, passwordProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** Changes the e-mail address; it takes effect once the person followed the link that was sent to the new one. */
export function ChangeEmailScreen({ navigation }: ScreenProps<'ChangeEmail'>) {
  const t = useMessages(ACCOUNTS);
  const title = useMessages(TITLES)('changeEmail');
  return (
    <Page title={title} isNarrow>
      <WithMail without={t('changeWithoutMail')}>
        <SignedIn why={t('whyEmail')}>
          {(person) => (
            <NewAddress
              key={person.id}
              person={person}
              onDone={() => navigation.popTo('Settings')}
            />
          )}
        </SignedIn>
      </WithMail>
    </Page>
  );
}

function NewAddress({ person, onDone }: { person: Me; onDone: () => void }) {
  const { links } = useServices();
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const current = person.email ?? t('currentAddress');
  if (sentTo !== undefined) {
    return (
      <Outcome
        icon="mail"
        title={t('lookIntoMail')}
        message={t('changeMailed', { email: sentTo, current })}
        action={<Button title={titles('settings')} onPress={onDone} />}
      />
    );
  }
  return (
    <AccountForm
      intro={t('changeIntro', { current })}
      action={t('sendLink')}
      problem={emailProblem(email) ?? passwordProblem(password)}
      onSubmit={async () => {
        const address = email.trim();
        await links.changeEmail(address, password);
        setSentTo(address);
      }}
    >
      {(submit) => (
        <>
          <EmailField
            label={t('newEmail')}
            value={email}
            onChangeText={setEmail}
            onSubmitEditing={submit}
          />
          <PasswordField value={password} onChangeText={setPassword} onSubmitEditing={submit} />
        </>
      )}
    </AccountForm>
  );
}
