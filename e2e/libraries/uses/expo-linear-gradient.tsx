import { LinearGradient } from 'expo-linear-gradient';
import { Text } from 'react-native';

export function HomeScreen() {
  return (
    <LinearGradient colors={['red', 'blue']}>
      <Text>From red to blue</Text>
    </LinearGradient>
  );
}
