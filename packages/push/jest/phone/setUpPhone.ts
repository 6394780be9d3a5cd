import { NativeModules } from 'react-native';

import { nativeModules } from './phone.ts';

// The libraries look for their native halves as soon as they are imported.
Object.assign(NativeModules, nativeModules);
