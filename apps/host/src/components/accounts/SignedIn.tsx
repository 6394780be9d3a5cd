import { Button, EmptyState, Spinner } from '@host/kit';
import type { Me } from '@host/contracts';
import { useNavigation } from '@react-navigation/native';
import type { ReactNode } from 'react';

import type { ScreenProps } from '../../navigation/ScreenProps.types.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';

interface SignedInProps {
  /** Why somebody has to be signed in. */
  why: string;
  children: (person: Me) => ReactNode;
}

/** What is for whoever is signed in, and the way there for everybody else. */
export function SignedIn({ why, children }: SignedInProps) {
  const navigation = useNavigation<ScreenProps<'Settings'>['navigation']>();
  const { status, person } = useStore(useServices().session.state);
  if (person) return children(person);
  if (status === 'starting') return <Spinner label="Loading" />;
  return (
    <EmptyState
      icon="person"
      title="Sign in first"
      message={why}
      action={<Button title="Sign in" onPress={() => navigation.navigate('SignIn', {})} />}
    />
  );
}
