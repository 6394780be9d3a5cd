import { Button, EmptyState, ErrorState, Screen, Spinner } from '@host/kit';
import { analytics, useHostAuth } from '@host/miniapp-sdk';
import { useEffect } from 'react';
import { FlatList } from 'react-native';

import { OrderRow } from '../components/OrderRow';
import { useOrders } from '../hooks/useOrders';
import type { ScreenProps } from '../navigation';

export function OrdersScreen(props: ScreenProps<'Orders'>) {
  const { isAuthenticated, requestLogin } = useHostAuth();
  useEffect(() => analytics.screen('orders'), []);

  if (isAuthenticated) return <OrderList {...props} />;
  return (
    <Screen>
      <EmptyState
        title="Sign in to see your orders"
        message="We show what you ordered and where it is."
        action={<Button title="Sign in" onPress={() => void requestLogin().catch(ignoreDecline)} />}
      />
    </Screen>
  );
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

// A person who closes the login prompt stays where they are.
function ignoreDecline(): void {}
