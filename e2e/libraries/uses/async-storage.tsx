import AsyncStorage from '@react-native-async-storage/async-storage';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';

export function HomeScreen() {
  const [kept, setKept] = useState('nothing');
  useEffect(() => {
    void AsyncStorage.setItem('word', 'forty-two')
      .then(() => AsyncStorage.getItem('word'))
      .then((value) => setKept(value ?? 'nothing'));
  }, []);
  return <Text>{`Kept ${kept}`}</Text>;
}
