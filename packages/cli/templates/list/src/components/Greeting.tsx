import { Text, useTheme } from '@host/kit';
import { View } from 'react-native';

export function Greeting({ name }: { name: string | undefined }) {
  const { space } = useTheme();
  return (
    <View style={{ padding: space(4), gap: space(1) }}>
      <Text variant="title">{name === undefined ? 'Hello' : `Hello ${name}`}</Text>
      <Text muted>Here is what is new.</Text>
    </View>
  );
}
