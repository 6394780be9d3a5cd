import { NavigationContainer, ToastProvider } from '@host/kit';
import { useLifecycle, useMessages } from '@host/miniapp-sdk';
import { createNativeStackNavigator } from '@react-navigation/native-stack';

import type { Screens } from './navigation';
import { OrderScreen } from './screens/OrderScreen';
import { OrdersScreen } from './screens/OrdersScreen';
import { TEXTS } from './texts';

const Stack = createNativeStackNavigator<Screens>();

export default function App() {
  const { params } = useLifecycle();
  const t = useMessages(TEXTS);
  return (
    <ToastProvider>
      <NavigationContainer independent initialState={stateFor(params['orderId'])}>
        <Stack.Navigator>
          <Stack.Screen name="Orders" component={OrdersScreen} options={{ title: t('title') }} />
          <Stack.Screen name="Order" component={OrderScreen} options={{ title: t('order') }} />
        </Stack.Navigator>
      </NavigationContainer>
    </ToastProvider>
  );
}

/** Opened with an order, as a deep link does, the mini-app shows it; going back leads to the list. */
function stateFor(orderId: unknown) {
  if (typeof orderId !== 'string') return undefined;
  return { index: 1, routes: [{ name: 'Orders' }, { name: 'Order', params: { id: orderId } }] };
}
