import { EmptyState, ErrorState, Screen, Spinner } from '@host/kit';
import { analytics, useHostAuth } from '@host/miniapp-sdk';
import { useEffect } from 'react';
import { FlatList } from 'react-native';

import { OrderRow } from '../components/OrderRow';
import { SignInPrompt } from '../components/SignInPrompt';
import { useOrders } from '../hooks/useOrders';
import type { ScreenProps } from '../navigation';

export function OrdersScreen(props: ScreenProps<'Orders'>) {
  const { isAuthenticated } = useHostAuth();
  useEffect(() => analytics.screen('orders'), []);

  return isAuthenticated ? <OrderList {...props} /> : <SignInPrompt />;
}

function OrderList({ navigation }: ScreenProps<'Orders'>) {
  const { orders, failed, reload } = useOrders();
  if (failed) return <ErrorState message="Your orders could not be loaded." onRetry={reload} />;
  if (!orders) return <Spinner label="Loading your orders" />;
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
        ListEmptyComponent={
          <EmptyState title="No orders yet" message="What you order shows up here." />
        }
      />
    </Screen>
  );
}
