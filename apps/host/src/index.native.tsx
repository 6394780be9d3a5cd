// Before anything that generates ids: Hermes has no cryptographically secure random numbers.
// oxlint-disable-next-line import/no-unassigned-import
import 'react-native-get-random-values';

import { prepareDevice } from '@host/host-runtime/device';
import { AppRegistry } from 'react-native';

import { Start } from './native/Start.tsx';
import { prepareNativePush } from './native/startNativePush.ts';

prepareDevice();
const startPush = prepareNativePush();
AppRegistry.registerComponent('host', () => () => <Start startPush={startPush} />);
