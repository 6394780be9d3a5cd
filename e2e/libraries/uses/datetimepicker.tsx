import DateTimePicker from '@react-native-community/datetimepicker';
import { Text } from 'react-native';

export function HomeScreen() {
  return (
    <>
      <DateTimePicker value={new Date(0)} mode="date" />
      <Text>A date</Text>
    </>
  );
}
