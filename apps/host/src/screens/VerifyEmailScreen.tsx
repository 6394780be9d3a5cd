import type { Me } from '@host/contracts';
import { Button, Text } from '@host/kit';
import { type ReactElement, useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { LinkPage } from '../components/accounts/LinkPage.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';
import { VerifyAddress } from '../components/accounts/VerifyAddress.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** Verifies an e-mail address with a link, for the person who is signed in. */
export function VerifyEmailScreen({ navigation }: ScreenProps<'VerifyEmail'>) {
  const { person } = useStore(useServices().session.state);
  const settings = <Button title="Settings" onPress={() => navigation.replace('Settings')} />;
  // Whose address is verified had a link to another one.
  const newLink =
    person?.emailVerified === false ? (
      <VerifyAddress />
    ) : (
      <Button
        title="Change e-mail address"
        onPress={() => navigation.replace('ChangeEmail', undefined)}
      />
    );
  return (
    <LinkPage title="Verify your address" newLink={newLink}>
      {(token) => (
        <SignedIn why="The link works for the person who asked for it.">
          {(someone) => (
            <Verification token={token} person={someone} newLink={newLink} settings={settings} />
          )}
        </SignedIn>
      )}
    </LinkPage>
  );
}

interface VerificationProps {
  token: string;
  person: Me;
  newLink: ReactElement;
  settings: ReactElement;
}

function Verification({ token, person, newLink, settings }: VerificationProps) {
  const { links } = useServices();
  const [verified, setVerified] = useState<string>();
  if (verified !== undefined) {
    return (
      <Outcome
        icon="success"
        title="Your address is verified"
        message={`${verified} is yours: you sign in with it from now on.`}
        action={settings}
      />
    );
  }
  return (
    <AccountForm
      action="Verify"
      onSubmit={async () => setVerified((await links.confirmEmail(token)) ?? 'The address')}
      newLink={newLink}
    >
      {() => <Text>{`Use this address for your account, ${person.name}?`}</Text>}
    </AccountForm>
  );
}
