import { type CatalogPage, type Host, createRegistry } from '@host/host-runtime';
import { isLocal } from '@host/host-runtime/development-views';
import {
  createCacheFiles,
  createFetchApi,
  createIndexedDbStore,
  followsTap,
  interceptBack,
} from '@host/host-runtime/web';

import { takeEarlyCatalog } from '../early/earlyGlobal.ts';
import { fetchWithEarly } from '../early/fetchWithEarly.ts';
import { followScheme } from '../early/followScheme.ts';
import { withEarlyCopy } from '../early/keptChoices.ts';
import { createHostLanguage } from '../language/createHostLanguage.ts';
import { loadMessages } from '../language/loadMessages.ts';
import { speak, wantedLanguages } from '../language/speak.web.ts';
import { createStoredVault } from '../session/createStoredVault.ts';
import { createAppearance } from '../theme/createAppearance.ts';
import type { AppServices } from './AppServices.types.ts';
import { createAppServices } from './createAppServices.ts';
import { createLazyLoaders } from '../loaders/createLazyLoaders.ts';
import { saveText } from '../platform/saveText.web.ts';
import { watchLinkToken } from '../links/watchLinkToken.web.ts';
import { watchNetwork } from '../platform/watchNetwork.web.ts';

/** How long the first screen waits for the catalog if tiles are visible already; without tiles it does not wait. */
const FIRST_MS = 500;

/** Creates the host in a browser. The server is the page's origin; `shown` resolves with the first screen. */
export async function createWebServices(shown: Promise<void>): Promise<AppServices> {
  // Before the navigation, which rewrites the URL, is created.
  const linkToken = watchLinkToken();
  const store = createIndexedDbStore('host');
  const early = takeEarlyCatalog();
  // The early script may be generating the install id, of which there must be only one.
  await early?.asked;
  // Before the navigation is created; the loaders come later.
  const back = interceptBack();
  const choices = withEarlyCopy(store);
  const appearance = createAppearance(choices);
  appearance.scheme.subscribe(() => followScheme(appearance.scheme.get()));
  const language = createHostLanguage({
    store: choices,
    wanted: wantedLanguages,
    load: loadMessages,
    speak,
  });
  const { loaders, warmUp } = createLazyLoaders(SHARED_VERSIONS, async () =>
    (await import('../loaders/makeWebLoaders.ts')).makeWebLoaders(
      back,
      appearance.scheme,
      language.current,
    ),
  );
  const idle = shown.then(untilIdle);
  void idle.then(warmUp);
  const services = await createAppServices({
    platform: 'web',
    serverUrl: '',
    store,
    appearance,
    language,
    files: createCacheFiles(),
    loaders,
    registry: createRegistry({
      baseUrl: location.origin,
      fetch: fetchWithEarly(early, (input, init) => fetch(input, init)),
    }),
    api: createFetchApi(),
    followsTap,
    vault: createStoredVault(store),
    transport: 'cookie',
    isOnline: watchNetwork(),
    saveText,
    linkToken,
    async startPush(push) {
      // Push must not delay the first screen.
      await idle;
      return (await import('../push/startWebPush.ts')).startWebPush(store, push);
    },
    // Dev servers accept requests only from pages on their own machine.
    loadDevelopment: isLocal(location.hostname)
      ? () => import('@host/host-runtime/development')
      : undefined,
    onLeave: (leave) =>
      document.addEventListener('visibilitychange', () => document.hidden && leave()),
  });
  let first = early?.isDrawn() ? await readFirst(services.host) : undefined;
  return {
    ...services,
    takeFirstCatalog() {
      const taken = first;
      first = undefined;
      return taken;
    },
  };
}

/** The catalog behind the tiles that are visible; undefined if it does not arrive in time. */
async function readFirst(host: Host): Promise<CatalogPage | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, FIRST_MS, undefined));
  return Promise.race([host.catalog({}).catch(() => undefined), late]);
}

/** Not every browser has `requestIdleCallback`. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 1000);
  });
}
