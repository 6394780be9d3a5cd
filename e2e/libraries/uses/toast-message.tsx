import { useEffect } from 'react';
import { Text } from 'react-native';
import Toast from 'react-native-toast-message';

export function HomeScreen() {
  useEffect(() => Toast.show({ type: 'success', text1: 'It is done' }), []);
  return (
    <>
      <Text>Below a toast</Text>
      <Toast />
    </>
  );
}
