import * as screens from 'react-native-screens';
import screensPackage from 'react-native-screens/package.json' with { type: 'json' };

import { sharedModules } from '../federation/sharedModules.ts';
import type { SharedModules } from '../federation/SharedModules.types.ts';

/** The modules that mini-apps take from every host on ios and android, as they are bundled with it. */
export function nativeSharedModules(): SharedModules {
  return {
    ...sharedModules(),
    'react-native-screens': { version: screensPackage.version, module: screens },
  };
}
