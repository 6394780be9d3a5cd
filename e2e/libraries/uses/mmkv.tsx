import { Text } from 'react-native';
import { createMMKV } from 'react-native-mmkv';

const storage = createMMKV();

export function HomeScreen() {
  storage.set('word', 'forty-two');
  return <Text>{`Kept ${storage.getString('word')}`}</Text>;
}
