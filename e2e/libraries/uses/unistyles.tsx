import { Text } from 'react-native';
import { StyleSheet } from 'react-native-unistyles';

const styles = StyleSheet.create({ text: { color: 'teal' } });

export function HomeScreen() {
  return <Text style={styles.text}>In teal</Text>;
}
