import { Button, EmptyState, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { Me } from '@host/contracts';
import { useNavigation } from '@react-navigation/native';
import type { ReactNode } from 'react';

import type { ScreenProps } from '../../navigation/ScreenProps.types.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { ACCOUNTS } from '../../messages/accounts.ts';
import { TITLES } from '../../messages/titles.ts';

interface SignedInProps {
  /** Why signing in is required. */
  why: string;
  children: (person: Me) => ReactNode;
}

/** Renders its children for a signed-in person, and a sign-in prompt for everybody else. */
export function SignedIn({ why, children }: SignedInProps) {
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const navigation = useNavigation<ScreenProps<'Settings'>['navigation']>();
  const { status, person } = useStore(useServices().session.state);
  if (person) return children(person);
  if (status === 'starting') return <Spinner />;
  return (
    <EmptyState
      icon="person"
      title={t('signInFirst')}
      message={why}
      action={<Button title={titles('signIn')} onPress={() => navigation.navigate('SignIn', {})} />}
    />
  );
}
