// Before anything that makes ids: Hermes has no random numbers that are good enough.
// oxlint-disable-next-line import/no-unassigned-import
import 'react-native-get-random-values';

import { AppRegistry } from 'react-native';

import { Start } from './native/Start.tsx';

AppRegistry.registerComponent('host', () => Start);
