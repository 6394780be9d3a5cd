import * as SecureStore from 'expo-secure-store';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';

export function HomeScreen() {
  const [isThere, setIsThere] = useState('unknown');
  useEffect(() => {
    void SecureStore.isAvailableAsync().then((value) => setIsThere(String(value)));
  }, []);
  return <Text>{`Available: ${isThere}`}</Text>;
}
