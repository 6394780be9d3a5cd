import type { Me } from '@host/contracts';
import { Button } from '@host/kit';
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

/** Asks for another e-mail address, which is the person's once they followed the link that was sent there. */
export function ChangeEmailScreen({ navigation }: ScreenProps<'ChangeEmail'>) {
  return (
    <Page title="Change e-mail address" isNarrow>
      <WithMail without="An address is changed with a link in a mail, and this service sends none.">
        <SignedIn why="It is your own address that you change.">
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
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const current = person.email ?? 'the address that you have';
  if (sentTo !== undefined) {
    return (
      <Outcome
        icon="mail"
        title="Look into your mail"
        message={`A link to ${sentTo} is on its way. Until you follow it, you sign in with ${current}; then we tell that address, too.`}
        action={<Button title="Settings" onPress={onDone} />}
      />
    );
  }
  return (
    <AccountForm
      intro={`You sign in with ${current}. We send a link to the new address, which counts once you follow it.`}
      action="Send the link"
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
            label="New e-mail address"
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
