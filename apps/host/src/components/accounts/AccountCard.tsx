import { Avatar, Button, Card, Spinner, Text, useTheme, useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { Me } from '@host/contracts';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { AccountData } from './AccountData.tsx';
import { useSendsMail } from './useSendsMail.ts';
import { VerifyAddress } from './VerifyAddress.tsx';
import { ACCOUNTS } from '../../messages/accounts.ts';
import { TITLES } from '../../messages/titles.ts';

interface AccountCardProps {
  onSignIn: () => void;
  onChangeEmail: () => void;
  onChangePassword: () => void;
  onShowSessions: () => void;
}

/** The signed-in person and the actions on their account. */
export function AccountCard(props: AccountCardProps) {
  const { space } = useTheme();
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const { person } = useStore(useServices().session.state);
  if (!person) {
    return (
      <Card>
        <Text muted>{t('signInWhy')}</Text>
        <Button title={titles('signIn')} icon="person" onPress={props.onSignIn} />
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
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const toast = useToast();
  const { value, error } = useSendsMail();
  const signOut = async () => {
    await session.signOut();
    await host.signedOut();
    toast.show(t('signedOut'));
  };

  // Nothing is shown before all buttons are known: one that appears later would shift those below it under a finger.
  if (value === undefined && !error) return <Spinner />;
  const canMail = value === true && person.email !== undefined;
  return (
    <>
      {canMail && person.emailVerified !== true ? <VerifyAddress /> : null}
      {canMail ? (
        <Button title={titles('changeEmail')} variant="secondary" onPress={onChangeEmail} />
      ) : null}
      <Button title={titles('changePassword')} variant="secondary" onPress={onChangePassword} />
      <Button title={titles('sessions')} variant="secondary" onPress={onShowSessions} />
      <Button title={t('signOut')} variant="secondary" onPress={() => void signOut()} />
      <AccountData />
    </>
  );
}
