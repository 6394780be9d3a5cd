import { Text } from 'react-native';
import { useCameraDevice } from 'react-native-vision-camera';

export function HomeScreen() {
  const device = useCameraDevice('back');
  return <Text>{`Camera: ${typeof device}`}</Text>;
}
