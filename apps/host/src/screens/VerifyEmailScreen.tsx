import type { Me } from '@host/contracts';
import { Button, Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { type ReactElement, useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { LinkPage } from '../components/accounts/LinkPage.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';
import { VerifyAddress } from '../components/accounts/VerifyAddress.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** Verifies an e-mail address with the token of a mailed link, for the signed-in person. */
export function VerifyEmailScreen({ navigation }: ScreenProps<'VerifyEmail'>) {
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const { person } = useStore(useServices().session.state);
  const settings = (
    <Button title={titles('settings')} onPress={() => navigation.replace('Settings')} />
  );
  // If the current address is verified already, the link was for changing it.
  const newLink =
    person?.emailVerified === false ? (
      <VerifyAddress />
    ) : (
      <Button
        title={titles('changeEmail')}
        onPress={() => navigation.replace('ChangeEmail', undefined)}
      />
    );
  return (
    <LinkPage title={titles('verifyEmail')} newLink={newLink}>
      {(token) => (
        <SignedIn why={t('whyVerify')}>
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
  const t = useMessages(ACCOUNTS);
  const [verified, setVerified] = useState<string>();
  if (verified !== undefined) {
    return (
      <Outcome
        icon="success"
        title={t('addressVerified')}
        message={t('addressVerifiedHint', { email: verified })}
        action={settings}
      />
    );
  }
  return (
    <AccountForm
      action={t('verify')}
      onSubmit={async () => setVerified((await links.confirmEmail(token)) ?? t('theAddress'))}
      newLink={newLink}
    >
      {() => <Text>{t('useAddress', { name: person.name })}</Text>}
    </AccountForm>
  );
}
