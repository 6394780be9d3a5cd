import { Picker } from '@react-native-picker/picker';
import { Text } from 'react-native';

export function HomeScreen() {
  return (
    <>
      <Picker selectedValue="tea">
        <Picker.Item label="Tea" value="tea" />
      </Picker>
      <Text>A choice</Text>
    </>
  );
}
