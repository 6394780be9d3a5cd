import AsyncStorage from '@react-native-async-storage/async-storage';
import type { PushPlatform } from '@host/push';
import { createMemoryPlatform } from '@host/push/memory';
import { createNativeStore } from '@host/host-runtime/device';
import { createKeyValueStorage, createNativePlatform } from '@host/push/native';
import { AppState, Platform, TurboModuleRegistry } from 'react-native';

import { findGateway } from '../push/findGateway.ts';
import type { StartPush } from '../push/PushService.types.ts';
import { startAppPush } from '../push/startAppPush.ts';
import { createSend } from '../common/askServer.ts';

/** The name of the notification library's native module. */
const NATIVE_PART = 'NotifeeApiModule';

/**
 * Prepares push on a device. Call it where the app's script starts, so that taps while the app is in the background are
 * handled. Pushes arrive over the gateway's connection; pass `remote: createFirebaseRemote()` of @host/push/native/firebase
 * to receive them while the app is not running, too.
 */
export function prepareNativePush(): StartPush {
  const storage = createKeyValueStorage(AsyncStorage);
  const native = createNativePlatform({ storage });
  return async (parts) => {
    const hasNativePart = TurboModuleRegistry.get(NATIVE_PART) !== null;
    const platform = hasNativePart ? native : insideTheApp(storage);
    const send = createSend(SERVER_URL);
    const gatewayUrl = await findGateway(send, SERVER_URL, createNativeStore());
    const started = startAppPush(platform, gatewayUrl, parts);
    return hasNativePart ? started : { ...started, shownBy: 'app' };
  };
}

/** For an app that was built without the native module: messages that arrive while it is open are only in the center. */
function insideTheApp(storage: PushPlatform['storage']): PushPlatform {
  return {
    ...createMemoryPlatform({ name: Platform.OS, permission: 'granted' }),
    storage,
    isInForeground: () => AppState.currentState === 'active',
  };
}
