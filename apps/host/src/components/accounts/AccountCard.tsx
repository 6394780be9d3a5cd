import { Avatar, Button, Card, Text, useTheme, useToast } from '@host/kit';
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
  const { onSignIn, onChangeEmail, onChangePassword, onShowSessions } = props;
  const { space } = useTheme();
  const { session, host } = useServices();
  const toast = useToast();
  const { person } = useStore(session.state);
  const { value: sendsMail = false } = useSendsMail();
  const signOut = async () => {
    await session.signOut();
    await host.signedOut();
    toast.show('You are signed out. What services stored for you was deleted.');
  };

  if (!person) {
    return (
      <Card>
        <Text muted>Sign in to use services that need to know you.</Text>
        <Button title="Sign in" icon="person" onPress={onSignIn} />
      </Card>
    );
  }
  const { name, avatarUrl, email, emailVerified } = person;
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
      {sendsMail && email !== undefined && emailVerified !== true ? <VerifyAddress /> : null}
      {sendsMail && email !== undefined ? (
        <Button title="Change e-mail address" variant="secondary" onPress={onChangeEmail} />
      ) : null}
      <Button title="Change password" variant="secondary" onPress={onChangePassword} />
      <Button title="Where you are signed in" variant="secondary" onPress={onShowSessions} />
      <Button title="Sign out" variant="secondary" onPress={() => void signOut()} />
      <AccountData />
    </Card>
  );
}
