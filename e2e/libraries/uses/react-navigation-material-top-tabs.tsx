import { createMaterialTopTabNavigator } from '@react-navigation/material-top-tabs';
import { Text } from 'react-native';

const Tabs = createMaterialTopTabNavigator();

export function HomeScreen() {
  return (
    <Tabs.Navigator>
      <Tabs.Screen name="News">{() => <Text>What is new</Text>}</Tabs.Screen>
      <Tabs.Screen name="Profile">{() => <Text>Who you are</Text>}</Tabs.Screen>
    </Tabs.Navigator>
  );
}
