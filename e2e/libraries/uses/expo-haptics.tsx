import * as Haptics from 'expo-haptics';
import { Button, Text } from 'react-native';

export function HomeScreen() {
  return (
    <>
      <Text>It vibrates</Text>
      <Button title="Press" onPress={() => void Haptics.selectionAsync()} />
    </>
  );
}
