import { createRegistry } from '@host/host-runtime';
import {
  createCacheFiles,
  createFetchApi,
  createIndexedDbStore,
  followsTap,
  interceptBack,
} from '@host/host-runtime/web';

import { isLocal } from '../development/readAddress.ts';
import { createStoredVault } from '../session/createStoredVault.ts';
import { createAppearance } from '../theme/createAppearance.ts';
import type { AppServices } from './AppServices.types.ts';
import { createAppServices } from './createAppServices.ts';
import { createLazyLoaders } from '../loaders/createLazyLoaders.ts';
import { saveText } from '../platform/saveText.web.ts';
import { watchLinkToken } from '../links/watchLinkToken.web.ts';
import { watchNetwork } from '../platform/watchNetwork.web.ts';

/** The host in a browser. The server is where the page comes from. */
export async function createWebServices(): Promise<AppServices> {
  // Before there is any navigation, which writes the address anew.
  const linkToken = watchLinkToken();
  const store = createIndexedDbStore('host');
  // Before there is any navigation; the loaders come later.
  const back = interceptBack();
  const appearance = createAppearance(store);
  const { loaders, warmUp } = createLazyLoaders(SHARED_VERSIONS, async () =>
    (await import('../loaders/makeWebLoaders.ts')).makeWebLoaders(back, appearance.scheme),
  );
  whenIdle(warmUp);
  return createAppServices({
    platform: 'web',
    serverUrl: '',
    store,
    appearance,
    files: createCacheFiles(),
    loaders,
    registry: createRegistry({ baseUrl: location.origin }),
    api: createFetchApi(),
    followsTap,
    vault: createStoredVault(store),
    transport: 'cookie',
    isOnline: watchNetwork(),
    saveText,
    linkToken,
    startPush: async (push) => (await import('../push/startWebPush.ts')).startWebPush(store, push),
    // Dev servers answer to pages of their own machine alone.
    ...(isLocal(location.hostname) && {
      developmentStore: createIndexedDbStore('host-development'),
    }),
    onLeave: (leave) =>
      document.addEventListener('visibilitychange', () => document.hidden && leave()),
  });
}

/** Once the first screen is there. Not every browser says when it is idle. */
function whenIdle(run: () => void): void {
  addEventListener('load', () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5000 });
    else setTimeout(run, 1000);
  });
}
