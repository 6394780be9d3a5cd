import * as Sentry from '@sentry/react-native';
import { Text } from 'react-native';

Sentry.init({ dsn: 'https://key@sentry.example/1', enabled: false });

export const HomeScreen = Sentry.wrap(() => <Text>Watched over</Text>);
