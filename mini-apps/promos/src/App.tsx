import { NavigationContainer, ToastProvider } from '@host/kit';
import { useLifecycle, useMessages } from '@host/miniapp-sdk';
import { createNativeStackNavigator } from '@react-navigation/native-stack';

import type { Screens } from './navigation';
import { PromoScreen } from './screens/PromoScreen';
import { PromosScreen } from './screens/PromosScreen';
import { TEXTS } from './texts';

const Stack = createNativeStackNavigator<Screens>();

export default function App() {
  const { params } = useLifecycle();
  const t = useMessages(TEXTS);
  return (
    <ToastProvider>
      <NavigationContainer independent initialState={stateFor(params['promoId'])}>
        <Stack.Navigator>
          <Stack.Screen name="Promos" component={PromosScreen} options={{ title: t('title') }} />
          <Stack.Screen name="Promo" component={PromoScreen} options={{ title: t('offer') }} />
        </Stack.Navigator>
      </NavigationContainer>
    </ToastProvider>
  );
}

/** Opened with a promo, as a notification does, the mini-app shows it; going back leads to the list. */
function stateFor(promoId: unknown) {
  if (typeof promoId !== 'string') return undefined;
  return { index: 1, routes: [{ name: 'Promos' }, { name: 'Promo', params: { id: promoId } }] };
}
