// Imported first, since ids need secure random numbers, which Hermes does not provide.
// oxlint-disable-next-line import/no-unassigned-import
import 'react-native-get-random-values';

import { prepareDevice } from '@host/host-runtime/device';
import { AppRegistry } from 'react-native';

import { App } from './src/App.tsx';

prepareDevice();
AppRegistry.registerComponent('host', () => App);
