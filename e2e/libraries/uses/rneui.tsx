import { Button, Card, ThemeProvider, createTheme } from '@rneui/themed';
import { useState } from 'react';
import { Text } from 'react-native';

// Without one the provider makes another at every render, and renders again for it, for ever.
const theme = createTheme({});

export function HomeScreen() {
  const [count, setCount] = useState(0);
  return (
    <ThemeProvider theme={theme}>
      <Card>
        <Text>{`Pressed ${count} times`}</Text>
        <Button title="Press" onPress={() => setCount(count + 1)} />
      </Card>
    </ThemeProvider>
  );
}
