import { Button, Text } from 'react-native';
import { launchImageLibrary } from 'react-native-image-picker';

export function HomeScreen() {
  return (
    <>
      <Text>Choose a picture</Text>
      <Button title="Choose" onPress={() => void launchImageLibrary({ mediaType: 'photo' })} />
    </>
  );
}
