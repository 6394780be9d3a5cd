import { initializeApp } from 'firebase/app';
import { getFirestore } from 'firebase/firestore';
import { Text } from 'react-native';

const app = initializeApp({ projectId: 'demo', apiKey: 'none', appId: '1:1:web:1' });

export function HomeScreen() {
  return <Text>{`Database of ${getFirestore(app).app.options.projectId}`}</Text>;
}
