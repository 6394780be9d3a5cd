import { addDays, format } from 'date-fns';
import { Text } from 'react-native';

export function HomeScreen() {
  return <Text>{format(addDays(new Date(2026, 10, 17), 1), 'd MMMM yyyy')}</Text>;
}
