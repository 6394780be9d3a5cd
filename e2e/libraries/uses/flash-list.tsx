import { FlashList } from '@shopify/flash-list';
import { Text, View } from 'react-native';

const rows = Array.from({ length: 100 }, (_, index) => `Row ${index}`);

export function HomeScreen() {
  return (
    <View style={{ flex: 1, height: 400 }}>
      <FlashList data={rows} renderItem={({ item }) => <Text>{item}</Text>} />
    </View>
  );
}
