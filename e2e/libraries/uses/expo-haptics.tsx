import * as Haptics from 'expo-haptics';
import { useState } from 'react';
import { Button, Text } from 'react-native';

export function HomeScreen() {
  const [said, setSaid] = useState('Nothing yet');
  const vibrate = async () => {
    await Haptics.selectionAsync();
    setSaid('It has vibrated');
  };
  return (
    <>
      <Text>{said}</Text>
      <Button title="Press" onPress={() => void vibrate()} />
    </>
  );
}
