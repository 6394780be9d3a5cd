import { Screen } from '@host/kit';
import { analytics, useHostAuth } from '@host/miniapp-sdk';
import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect } from 'react';

import { Greeting } from '../components/Greeting';
import { ItemList } from '../components/ItemList';
import { SignInPrompt } from '../components/SignInPrompt';
import type { Screens } from './Screens.types';

export function ItemsScreen({ navigation }: NativeStackScreenProps<Screens, 'Items'>) {
  const { user, isAuthenticated } = useHostAuth();
  useEffect(() => analytics.screen('items'), []);

  if (!isAuthenticated) return <SignInPrompt />;
  return (
    <Screen padded={false}>
      <ItemList
        header={<Greeting name={user?.name} />}
        onOpen={(item) => navigation.navigate('Item', { item })}
      />
    </Screen>
  );
}
