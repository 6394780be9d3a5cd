import { useState } from 'react';
import { Text } from 'react-native';
import { Calendar } from 'react-native-calendars';

export function HomeScreen() {
  const [day, setDay] = useState('none');
  return (
    <>
      <Calendar initialDate="2026-11-01" onDayPress={({ dateString }) => setDay(dateString)} />
      <Text>{`Day: ${day}`}</Text>
    </>
  );
}
