import { DateTime } from 'luxon';
import { Text } from 'react-native';

export function HomeScreen() {
  return <Text>{DateTime.local(2026, 11, 17).plus({ days: 1 }).toISODate()}</Text>;
}
