import { ScriptManager } from '@callstack/repack/client';
import { createRegistry } from '@host/host-runtime';
import { createNativeLoader, nativeSharedModules } from '@host/host-runtime/native';
import { createFetchApi } from '@host/host-runtime/web';
import { AppState, Platform } from 'react-native';

import type { StartPush } from '../push/PushService.types.ts';
import type { AppServices } from '../services/AppServices.types.ts';
import { createAppServices } from '../services/createAppServices.ts';
import { saveText } from '../platform/saveText.native.ts';
import { watchNetwork } from '../platform/watchNetwork.native.ts';
import { createAppearance } from '../theme/createAppearance.ts';
import { createKeychainVault } from './createKeychainVault.ts';
import { createNativeFiles } from './createNativeFiles.ts';
import { createNativeStore } from './createNativeStore.ts';
import { pureCrypto } from './pureCrypto.ts';

/** The host on a device. */
export function createNativeServices(startPush: StartPush): Promise<AppServices> {
  const { files, scripts } = createNativeFiles();
  const realm = createNativeLoader({
    manager: ScriptManager.shared,
    shared: nativeSharedModules(),
    scripts,
  });
  const store = createNativeStore();
  return createAppServices({
    platform: Platform.OS === 'ios' ? 'ios' : 'android',
    serverUrl: SERVER_URL,
    store,
    appearance: createAppearance(store),
    files,
    loaders: { realm, shared: SHARED_VERSIONS },
    // There are no frames on a device: what a host lists in its registry runs in the app, verified and bound to its SDK.
    isolation: () => 'realm',
    registry: createRegistry({ baseUrl: SERVER_URL }),
    api: createFetchApi({ baseUrl: SERVER_URL }),
    vault: createKeychainVault(),
    transport: 'body',
    isOnline: watchNetwork(),
    saveText,
    startPush,
    crypto: pureCrypto,
    onLeave: (leave) => {
      AppState.addEventListener('change', (state) => state === 'background' && leave());
    },
  });
}
