import { groupBy } from 'lodash';
import { Text } from 'react-native';

export function HomeScreen() {
  return <Text>{Object.keys(groupBy(['a', 'bb', 'cc'], 'length')).join(' and ')}</Text>;
}
