import dayjs from 'dayjs';
import { Text } from 'react-native';

export function HomeScreen() {
  return <Text>{dayjs('2026-11-17').add(1, 'day').format('D MMMM YYYY')}</Text>;
}
