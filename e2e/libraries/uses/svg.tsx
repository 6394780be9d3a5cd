import { Text } from 'react-native';
import Svg, { Circle } from 'react-native-svg';

export function HomeScreen() {
  return (
    <>
      <Svg width={100} height={100} viewBox="0 0 100 100">
        <Circle cx={50} cy={50} r={40} fill="teal" />
      </Svg>
      <Text>A circle</Text>
    </>
  );
}
