import { Image } from 'expo-image';
import { Text } from 'react-native';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export function HomeScreen() {
  return (
    <>
      <Image source={{ uri: DOT }} style={{ width: 10, height: 10 }} />
      <Text>A picture</Text>
    </>
  );
}
