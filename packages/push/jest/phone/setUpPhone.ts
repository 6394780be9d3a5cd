import { NativeModules } from 'react-native';

import { nativeModules } from './phone.ts';

// The libraries look up their native modules as soon as they are imported.
Object.assign(NativeModules, nativeModules);
