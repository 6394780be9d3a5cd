import * as SecureStore from 'expo-secure-store';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';

export function HomeScreen() {
  const [word, setWord] = useState('nothing');
  useEffect(() => {
    void keep().then(setWord);
  }, []);
  return <Text>{`Kept ${word}`}</Text>;
}

async function keep(): Promise<string> {
  await SecureStore.setItemAsync('word', 'forty-two');
  return (await SecureStore.getItemAsync('word')) ?? 'nothing';
}
