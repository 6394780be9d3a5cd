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

/** What the library for notifications calls its native part. */
const NATIVE_PART = 'NotifeeApiModule';

/**
 * Prepares push on a device. Call it where the app's script starts: taps while the app is in the background are heard from
 * then on. Pushes come over the gateway's connection; give `remote: createFirebaseRemote()` of @host/push/native/firebase
 * for those that come while the app does not run.
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

/** An app that was built without the native part: what arrives while it is open is in the center, and nowhere else. */
function insideTheApp(storage: PushPlatform['storage']): PushPlatform {
  return {
    ...createMemoryPlatform({ name: Platform.OS, permission: 'granted' }),
    storage,
    isInForeground: () => AppState.currentState === 'active',
  };
}
