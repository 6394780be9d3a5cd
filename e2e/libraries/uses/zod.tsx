import { Text } from 'react-native';
import { z } from 'zod';

const Person = z.object({ name: z.string(), age: z.number().min(18) });

export function HomeScreen() {
  const { success } = Person.safeParse({ name: 'Ada', age: 36 });
  return <Text>{`It fits: ${success}`}</Text>;
}
