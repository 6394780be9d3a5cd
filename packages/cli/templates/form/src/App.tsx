import { NavigationContainer, ToastProvider } from '@host/kit';
import { createNativeStackNavigator } from '@react-navigation/native-stack';

import { FormScreen } from './screens/FormScreen';
import { SentScreen } from './screens/SentScreen';
import type { Screens } from './screens/Screens.types';

const Stack = createNativeStackNavigator<Screens>();

export default function App() {
  return (
    <ToastProvider>
      <NavigationContainer independent>
        <Stack.Navigator screenOptions={{ headerShown: false }}>
          <Stack.Screen name="Form" component={FormScreen} />
          <Stack.Screen name="Sent" component={SentScreen} />
        </Stack.Navigator>
      </NavigationContainer>
    </ToastProvider>
  );
}
