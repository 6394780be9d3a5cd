import LottieView from 'lottie-react-native';
import { Text } from 'react-native';

const still = { v: '5.5.7', fr: 30, ip: 0, op: 30, w: 10, h: 10, layers: [] };

export function HomeScreen() {
  return (
    <>
      <LottieView source={still as never} autoPlay style={{ width: 10, height: 10 }} />
      <Text>An animation</Text>
    </>
  );
}
