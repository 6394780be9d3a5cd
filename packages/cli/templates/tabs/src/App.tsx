import { NavigationContainer, ToastProvider } from '@host/kit';
import { createNativeStackNavigator } from '@react-navigation/native-stack';

import { HomeScreen } from './screens/HomeScreen';
import type { Screens } from './screens/Screens.types';

const Stack = createNativeStackNavigator<Screens>();

export default function App() {
  return (
    <ToastProvider>
      <NavigationContainer independent>
        <Stack.Navigator screenOptions={{ headerShown: false }}>
          <Stack.Screen name="Home" component={HomeScreen} />
        </Stack.Navigator>
      </NavigationContainer>
    </ToastProvider>
  );
}
