import { NavigationContainer, ToastProvider } from '@host/kit';
import { createNativeStackNavigator } from '@react-navigation/native-stack';

import { useNavigationTheme } from './hooks/useNavigationTheme';
import { ItemScreen } from './screens/ItemScreen';
import { ItemsScreen } from './screens/ItemsScreen';
import type { Screens } from './screens/Screens.types';

const Stack = createNativeStackNavigator<Screens>();

export default function App() {
  const theme = useNavigationTheme();
  return (
    <ToastProvider>
      <NavigationContainer independent theme={theme}>
        <Stack.Navigator>
          <Stack.Screen name="Items" component={ItemsScreen} options={{ title: 'Sample' }} />
          <Stack.Screen name="Item" component={ItemScreen} options={{ title: 'Details' }} />
        </Stack.Navigator>
      </NavigationContainer>
    </ToastProvider>
  );
}
