import { Button, Text } from 'react-native';
import { create } from 'zustand';

const useCounter = create<{ count: number; add: () => void }>((set) => ({
  count: 0,
  add: () => set(({ count }) => ({ count: count + 1 })),
}));

export function HomeScreen() {
  const { count, add } = useCounter();
  return (
    <>
      <Text>{`Pressed ${count} times`}</Text>
      <Button title="Press" onPress={add} />
    </>
  );
}
