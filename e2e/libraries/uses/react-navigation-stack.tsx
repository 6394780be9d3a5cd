import { createStackNavigator } from '@react-navigation/stack';
import { Button, Text } from 'react-native';

const Stack = createStackNavigator();

export function HomeScreen() {
  return (
    <Stack.Navigator>
      <Stack.Screen name="First">
        {({ navigation }) => <Button title="Go on" onPress={() => navigation.navigate('Second')} />}
      </Stack.Screen>
      <Stack.Screen name="Second">{() => <Text>The second screen</Text>}</Stack.Screen>
    </Stack.Navigator>
  );
}
