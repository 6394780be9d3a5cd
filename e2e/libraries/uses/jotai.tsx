import { atom, useAtom } from 'jotai';
import { Button, Text } from 'react-native';

const counter = atom(0);

export function HomeScreen() {
  const [count, setCount] = useAtom(counter);
  return (
    <>
      <Text>{`Pressed ${count} times`}</Text>
      <Button title="Press" onPress={() => setCount(count + 1)} />
    </>
  );
}
