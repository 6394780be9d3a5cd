import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { Button, Text } from 'react-native';

const Stack = createNativeStackNavigator();

export function HomeScreen() {
  return (
    <Stack.Navigator screenOptions={{ headerShown: false }}>
      <Stack.Screen name="First">
        {({ navigation }) => <Button title="Go on" onPress={() => navigation.navigate('Second')} />}
      </Stack.Screen>
      <Stack.Screen name="Second">{() => <Text>The second screen</Text>}</Stack.Screen>
    </Stack.Navigator>
  );
}
