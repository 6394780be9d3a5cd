import { createPush } from '../src/core/createPush.ts';
import { createMemoryGateway } from '../src/core/gateway/createMemoryGateway.ts';
import { createDeepLinkRouter } from '../src/core/links/createDeepLinkRouter.ts';
import { createFirebaseRemote } from '../src/platform/native/firebase.ts';
import {
  type KeyValueStore,
  createKeyValueStorage,
  createNativePlatform,
} from '../src/platform/native/index.ts';

/** A store of texts as apps have it on a phone. */
export function createStore(): KeyValueStore {
  const texts = new Map<string, string>();
  return {
    getItem: async (key) => texts.get(key) ?? null,
    setItem: async (key, text) => void texts.set(key, text),
    removeItem: async (key) => void texts.delete(key),
    getAllKeys: async () => [...texts.keys()],
  };
}

/** The script of an app, up to where push runs. What happened is in `told`, in order. */
export async function startApp({ store = createStore() } = {}) {
  const told: string[] = [];
  const platform = createNativePlatform({
    storage: createKeyValueStorage(store),
    remote: createFirebaseRemote(),
  });
  const gateway = createMemoryGateway();
  const router = createDeepLinkRouter();
  router.register('order/:orderId', ({ orderId }) => void told.push(`order screen ${orderId}`));
  const push = createPush({
    platform,
    gateway,
    router,
    onInexactAlarms: () => void told.push('inexact alarms'),
    onError: (error) => void told.push(`error: ${String(error)}`),
  });
  push.on('received', ({ id }) => void told.push(`received ${id}`));
  push.on('opened', ({ id }) => void told.push(`opened ${id}`));
  push.on('initial', ({ id }) => void told.push(`initial ${id}`));
  push.on('action', (actionId, { id }) => void told.push(`${actionId} of ${id}`));
  await push.start();
  return { push, platform, gateway, told, store };
}
