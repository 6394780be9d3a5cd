import { getApps } from '@react-native-firebase/app';
import { Text } from 'react-native';

export function HomeScreen() {
  return <Text>{`Apps: ${getApps().length}`}</Text>;
}
