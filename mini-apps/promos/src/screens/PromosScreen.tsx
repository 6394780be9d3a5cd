import { EmptyState, ErrorState, ListItem, Screen, Spinner } from '@host/kit';
import { analytics, useMessages } from '@host/miniapp-sdk';
import { useEffect } from 'react';
import { FlatList } from 'react-native';

import { NewsButton } from '../components/NewsButton';
import { usePromos } from '../hooks/usePromos';
import type { ScreenProps } from '../navigation';
import { TEXTS } from '../texts';

export function PromosScreen({ navigation }: ScreenProps<'Promos'>) {
  const t = useMessages(TEXTS);
  const { promos, failed, reload } = usePromos();
  useEffect(() => analytics.screen('promos'), []);

  if (failed) return <ErrorState message={t('failed')} onRetry={reload} />;
  if (!promos) return <Spinner label={t('loading')} />;
  return (
    <Screen padded={false}>
      <FlatList
        data={promos}
        keyExtractor={({ id }) => id}
        renderItem={({ item: { id, title } }) => (
          <ListItem title={title} onPress={() => navigation.navigate('Promo', { id, title })} />
        )}
        ListEmptyComponent={<EmptyState title={t('none')} />}
        ListFooterComponent={<NewsButton />}
      />
    </Screen>
  );
}
