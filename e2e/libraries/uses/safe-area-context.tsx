import { Text } from 'react-native';
import { SafeAreaView, useSafeAreaInsets } from 'react-native-safe-area-context';

export function HomeScreen() {
  const { top } = useSafeAreaInsets();
  return (
    <SafeAreaView>
      <Text>{`Insets are ${typeof top}s`}</Text>
    </SafeAreaView>
  );
}
