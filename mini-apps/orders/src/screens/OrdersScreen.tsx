import { EmptyState, ErrorState, Screen, Spinner } from '@host/kit';
import { analytics, useHostAuth, useMessages } from '@host/miniapp-sdk';
import { useEffect } from 'react';
import { FlatList } from 'react-native';

import { OrderRow } from '../components/OrderRow';
import { SignInPrompt } from '../components/SignInPrompt';
import { useOrders } from '../hooks/useOrders';
import type { ScreenProps } from '../navigation';
import { TEXTS } from '../texts';

export function OrdersScreen(props: ScreenProps<'Orders'>) {
  const { isAuthenticated } = useHostAuth();
  useEffect(() => analytics.screen('orders'), []);

  return isAuthenticated ? <OrderList {...props} /> : <SignInPrompt />;
}

function OrderList({ navigation }: ScreenProps<'Orders'>) {
  const { orders, failed, reload } = useOrders();
  const t = useMessages(TEXTS);
  if (failed) return <ErrorState message={t('failed')} onRetry={reload} />;
  if (!orders) return <Spinner label={t('loading')} />;
  return (
    <Screen padded={false}>
      <FlatList
        data={orders}
        keyExtractor={({ id }) => id}
        renderItem={({ item }) => (
          <OrderRow
            order={item}
            onPress={() => navigation.navigate('Order', { id: item.id, title: item.title })}
          />
        )}
        ListEmptyComponent={<EmptyState title={t('none')} message={t('noneMore')} />}
      />
    </Screen>
  );
}
