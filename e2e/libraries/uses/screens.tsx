import { Text } from 'react-native';
import { Screen, ScreenContainer } from 'react-native-screens';

export function HomeScreen() {
  return (
    <ScreenContainer style={{ flex: 1 }}>
      <Screen activityState={2} style={{ flex: 1 }}>
        <Text>A native screen</Text>
      </Screen>
    </ScreenContainer>
  );
}
