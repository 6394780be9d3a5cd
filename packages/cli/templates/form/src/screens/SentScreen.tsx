import { Button, EmptyState, Header, Screen } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect } from 'react';

import type { Screens } from './Screens.types';

export function SentScreen({ navigation, route }: NativeStackScreenProps<Screens, 'Sent'>) {
  useEffect(() => analytics.screen('sent'), []);
  return (
    <Screen header={<Header title="Sample" onBack={() => navigation.goBack()} />}>
      <EmptyState
        title="Thank you"
        message={`We answer to ${route.params.email}.`}
        action={<Button title="Write another" onPress={() => navigation.goBack()} />}
      />
    </Screen>
  );
}
