import { Text } from 'react-native';
import LinearGradient from 'react-native-linear-gradient';

export function HomeScreen() {
  return (
    <LinearGradient colors={['red', 'blue']}>
      <Text>From red to blue</Text>
    </LinearGradient>
  );
}
