import { Text } from 'react-native';
import { WebView } from 'react-native-webview';

export function HomeScreen() {
  return (
    <>
      <WebView source={{ html: '<p>Inside</p>' }} />
      <Text>A page</Text>
    </>
  );
}
