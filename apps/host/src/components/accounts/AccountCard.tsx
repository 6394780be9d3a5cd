import { Avatar, Button, Card, Spinner, Text, useTheme, useToast } from '@host/kit';
import type { Me } from '@host/contracts';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { AccountData } from './AccountData.tsx';
import { useSendsMail } from './useSendsMail.ts';
import { VerifyAddress } from './VerifyAddress.tsx';

interface AccountCardProps {
  onSignIn: () => void;
  onChangeEmail: () => void;
  onChangePassword: () => void;
  onShowSessions: () => void;
}

/** Who is signed in, and what they can do with their account. */
export function AccountCard(props: AccountCardProps) {
  const { space } = useTheme();
  const { person } = useStore(useServices().session.state);
  if (!person) {
    return (
      <Card>
        <Text muted>Sign in to use services that need to know you.</Text>
        <Button title="Sign in" icon="person" onPress={props.onSignIn} />
      </Card>
    );
  }
  const { name, avatarUrl, email } = person;
  return (
    <Card>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <Avatar name={name} uri={avatarUrl} />
        <View style={{ flex: 1 }}>
          <Text variant="label">{name}</Text>
          {email === undefined ? null : (
            <Text variant="caption" muted>
              {email}
            </Text>
          )}
        </View>
      </View>
      <AccountActions {...props} person={person} />
    </Card>
  );
}

function AccountActions({ person, ...props }: AccountCardProps & { person: Me }) {
  const { onChangeEmail, onChangePassword, onShowSessions } = props;
  const { session, host } = useServices();
  const toast = useToast();
  const { value, error } = useSendsMail();
  const signOut = async () => {
    await session.signOut();
    await host.signedOut();
    toast.show('You are signed out. What services stored for you was deleted.');
  };

  // A button that comes later moves those below it, away from under somebody's finger.
  if (value === undefined && !error) return <Spinner label="Loading" />;
  const canMail = value === true && person.email !== undefined;
  return (
    <>
      {canMail && person.emailVerified !== true ? <VerifyAddress /> : null}
      {canMail ? (
        <Button title="Change e-mail address" variant="secondary" onPress={onChangeEmail} />
      ) : null}
      <Button title="Change password" variant="secondary" onPress={onChangePassword} />
      <Button title="Where you are signed in" variant="secondary" onPress={onShowSessions} />
      <Button title="Sign out" variant="secondary" onPress={() => void signOut()} />
      <AccountData />
    </>
  );
}
