import { createRegistry } from '@host/host-runtime';
import { createDeviceParts, deviceLanguages, speakOnDevice } from '@host/host-runtime/device';
import { createFetchApi } from '@host/host-runtime/web';
import { AppState, Platform } from 'react-native';

import { createHostLanguage } from '../language/createHostLanguage.ts';
import { loadMessages } from '../language/loadMessages.ts';
import type { StartPush } from '../push/PushService.types.ts';
import type { AppServices } from '../services/AppServices.types.ts';
import { createAppServices } from '../services/createAppServices.ts';
import { saveText } from '../platform/saveText.native.ts';
import { watchNetwork } from '../platform/watchNetwork.native.ts';
import { createAppearance } from '../theme/createAppearance.ts';
import { createKeychainVault } from './createKeychainVault.ts';

/** Creates the services of the host on a device. */
export function createNativeServices(startPush: StartPush): Promise<AppServices> {
  const parts = createDeviceParts();
  const { store } = parts;
  return createAppServices({
    platform: Platform.OS === 'ios' ? 'ios' : 'android',
    serverUrl: SERVER_URL,
    ...parts,
    appearance: createAppearance(store),
    language: createHostLanguage({
      store,
      wanted: deviceLanguages,
      load: loadMessages,
      speak: speakOnDevice,
    }),
    registry: createRegistry({ baseUrl: SERVER_URL }),
    api: createFetchApi({ baseUrl: SERVER_URL }),
    vault: createKeychainVault(),
    transport: 'body',
    isOnline: watchNetwork(),
    saveText,
    startPush,
    // Not in release builds: otherwise anybody could run any code in the app by means of a link or a QR code.
    loadDevelopment: __DEV__ ? () => import('@host/host-runtime/development') : undefined,
    onLeave: (leave) => {
      AppState.addEventListener('change', (state) => state === 'background' && leave());
    },
  });
}
