import { useState } from 'react';
import { Button, Text } from 'react-native';
import { launchImageLibrary } from 'react-native-image-picker';

export function HomeScreen() {
  const [asked, setAsked] = useState(0);
  const choose = () => {
    void launchImageLibrary({ mediaType: 'photo' });
    setAsked(1);
  };
  return (
    <>
      <Text>{`Asked ${asked} times`}</Text>
      <Button title="Choose" onPress={choose} />
    </>
  );
}
