import { Text } from 'react-native';
import useSWR from 'swr';

export function HomeScreen() {
  const { data } = useSWR('answer', async () => 'forty-two');
  return <Text>{`The answer is ${data}`}</Text>;
}
