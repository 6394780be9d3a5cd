import { MaterialDesignIcons } from '@react-native-vector-icons/material-design-icons';
import { Text } from 'react-native';

export function HomeScreen() {
  return (
    <>
      <MaterialDesignIcons name="account" size={32} />
      <Text>An icon</Text>
    </>
  );
}
