import { Text } from 'react-native';
import Icon from 'react-native-vector-icons/MaterialCommunityIcons';

export function HomeScreen() {
  return (
    <>
      <Icon name="account" size={32} />
      <Text>An icon</Text>
    </>
  );
}
