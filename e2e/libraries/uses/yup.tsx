import { Text } from 'react-native';
import { number, object, string } from 'yup';

const person = object({ name: string().required(), age: number().min(18) });

export function HomeScreen() {
  return <Text>{`It fits: ${person.isValidSync({ name: 'Ada', age: 36 })}`}</Text>;
}
