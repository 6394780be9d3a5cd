import { MaterialCommunityIcons } from '@expo/vector-icons';
import { Text } from 'react-native';

export function HomeScreen() {
  return (
    <>
      <MaterialCommunityIcons name="account" size={32} />
      <Text>An icon</Text>
    </>
  );
}
