import { Button, Card, ThemeProvider } from '@rneui/themed';
import { useState } from 'react';
import { Text } from 'react-native';

export function HomeScreen() {
  const [count, setCount] = useState(0);
  return (
    <ThemeProvider>
      <Card>
        <Text>{`Pressed ${count} times`}</Text>
        <Button title="Press" onPress={() => setCount(count + 1)} />
      </Card>
    </ThemeProvider>
  );
}
