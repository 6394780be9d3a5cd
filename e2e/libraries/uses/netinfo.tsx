import { useNetInfo } from '@react-native-community/netinfo';
import { Text } from 'react-native';

export function HomeScreen() {
  const { isConnected } = useNetInfo();
  return <Text>{`Online: ${isConnected}`}</Text>;
}
