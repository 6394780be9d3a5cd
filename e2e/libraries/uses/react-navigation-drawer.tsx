import { createDrawerNavigator } from '@react-navigation/drawer';
import { Text } from 'react-native';

const Drawer = createDrawerNavigator();

export function HomeScreen() {
  return (
    <Drawer.Navigator>
      <Drawer.Screen name="Start">{() => <Text>Behind the drawer</Text>}</Drawer.Screen>
    </Drawer.Navigator>
  );
}
