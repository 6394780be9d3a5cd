import { Gesture, GestureDetector, GestureHandlerRootView } from 'react-native-gesture-handler';
import { Text } from 'react-native';

export function HomeScreen() {
  return (
    <GestureHandlerRootView>
      <GestureDetector gesture={Gesture.Tap()}>
        <Text>Tap me</Text>
      </GestureDetector>
    </GestureHandlerRootView>
  );
}
