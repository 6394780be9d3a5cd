import { EmptyState, ErrorState, ListItem, Screen, Spinner } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import { useEffect } from 'react';
import { FlatList } from 'react-native';

import { NewsButton } from '../components/NewsButton';
import { usePromos } from '../hooks/usePromos';
import type { ScreenProps } from '../navigation';

export function PromosScreen({ navigation }: ScreenProps<'Promos'>) {
  const { promos, failed, reload } = usePromos();
  useEffect(() => analytics.screen('promos'), []);

  if (failed) return <ErrorState message="The offers could not be loaded." onRetry={reload} />;
  if (!promos) return <Spinner label="Loading offers" />;
  return (
    <Screen padded={false}>
      <FlatList
        data={promos}
        keyExtractor={({ id }) => id}
        renderItem={({ item: { id, title } }) => (
          <ListItem title={title} onPress={() => navigation.navigate('Promo', { id, title })} />
        )}
        ListEmptyComponent={<EmptyState title="Nothing is on offer today" />}
        ListFooterComponent={<NewsButton />}
      />
    </Screen>
  );
}
