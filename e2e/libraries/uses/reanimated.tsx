import { useEffect } from 'react';
import { Text } from 'react-native';
import Animated, { useAnimatedStyle, useSharedValue, withTiming } from 'react-native-reanimated';

export function HomeScreen() {
  const opacity = useSharedValue(0.1);
  const style = useAnimatedStyle(() => ({ opacity: opacity.value }), [opacity]);
  useEffect(() => {
    opacity.value = withTiming(1);
  }, [opacity]);
  return (
    <Animated.View style={style}>
      <Text>It fades in</Text>
    </Animated.View>
  );
}
