import { Text } from 'react-native';
import MapView from 'react-native-maps';

export function HomeScreen() {
  return (
    <>
      <MapView style={{ height: 200 }} />
      <Text>A map</Text>
    </>
  );
}
