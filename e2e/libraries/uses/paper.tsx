import { useState } from 'react';
import { Button, Card, PaperProvider, TextInput } from 'react-native-paper';

export function HomeScreen() {
  const [count, setCount] = useState(0);
  return (
    <PaperProvider>
      <Card>
        <Card.Title title={`Pressed ${count} times`} />
        <Card.Content>
          <TextInput label="Name" />
        </Card.Content>
        <Card.Actions>
          <Button onPress={() => setCount(count + 1)}>Press</Button>
        </Card.Actions>
      </Card>
    </PaperProvider>
  );
}
