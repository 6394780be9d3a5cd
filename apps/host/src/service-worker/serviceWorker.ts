import { createIndexedDbStore } from '@host/host-runtime/web';
import { createDigestFiles, frameResponse } from '@host/host-runtime/worker';
import { answerPushes } from '@host/push/web/worker';

import { RULES_KEY, allows, readRules } from '../push/notificationRules.ts';
import { sameButLanguage } from './sameButLanguage.ts';
import type { ExtendableEvent, FetchEvent, WorkerScope } from './WorkerScope.types.ts';
import { strategyFor } from './strategyFor.ts';

/** The precache list of the build, and its version, which comes from the digests in the file names. */
declare const SHELL: { version: string; paths: readonly string[] };

const PAGE = '/app/';
/** The endpoint for CSP violation reports. */
const REPORTS = '/v1/csp-reports';
const SHELL_CACHE = `shell-${SHELL.version}`;
const ARTIFACTS = 'artifacts';
const REGISTRY = 'registry';
const MAX_KEPT = { [ARTIFACTS]: 600, [REGISTRY]: 200 };
/** After this time a cached response is used instead of waiting for the network. */
const NETWORK_TIMEOUT_MS = 4000;

const worker = globalThis as unknown as WorkerScope;
const files = createDigestFiles();
const home = { origin: worker.location.origin, shell: new Set(SHELL.paths) };

worker.addEventListener('install', (event: ExtendableEvent) => {
  event.waitUntil(fillShell());
});
worker.addEventListener('activate', (event: ExtendableEvent) => {
  event.waitUntil(takeOver());
});
worker.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event;
  const strategy = strategyFor(request, home);
  if (strategy === 'page') event.respondWith(networkFirst(new Request(PAGE), SHELL_CACHE));
  if (strategy === 'frame') event.respondWith(frameResponse({ reportUri: REPORTS }));
  if (strategy === 'digest') event.respondWith(files.answer(event));
  if (strategy === 'shell') event.respondWith(cacheFirst(request, SHELL_CACHE));
  if (strategy === 'artifact') event.respondWith(cacheFirst(request, ARTIFACTS));
  if (strategy === 'registry') event.respondWith(askRegistry(request));
});

// The person's notification rules apply while no page is open, too.
const store = createIndexedDbStore('host');
answerPushes(worker, {
  async mayShow(notification) {
    // A push is shown even if the rules cannot be read.
    const kept = await store.get(RULES_KEY).catch(() => undefined);
    return allows(readRules(kept), notification, new Date());
  },
});

async function fillShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  await cache.addAll([...SHELL.paths]);
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  // The previous shell is kept: pages that are still open may load chunks of it.
  const outdated = shells.filter((name) => name !== SHELL_CACHE).slice(0, -1);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Falls back to a cached response in another language if the language was changed while offline. */
async function askRegistry(request: Request): Promise<Response> {
  try {
    return await networkFirst(request, REGISTRY);
  } catch (error) {
    const cache = await caches.open(REGISTRY);
    const known = (await cache.keys()).findLast(({ url }) => sameButLanguage(url, request.url));
    const kept = known && (await cache.match(known));
    if (kept) return kept;
    throw error;
  }
}

async function cacheFirst(request: Request, name: string): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  await keep(request, response, name);
  return response;
}

async function networkFirst(request: Request, name: string): Promise<Response> {
  const kept = await caches.match(request);
  if (!kept) {
    const response = await fetch(request);
    await keep(request, response, name);
    return response;
  }
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) });
    if (response.status >= 500) return kept;
    await keep(request, response, name);
    return response;
  } catch {
    return kept;
  }
}

/** Caches only complete, non-opaque responses: an error must never be cached. */
async function keep(request: Request, response: Response, name: string): Promise<void> {
  if (response.status !== 200 || response.type === 'opaque') return;
  const cache = await caches.open(name);
  await cache.put(request, response.clone());
  const most = MAX_KEPT[name as keyof typeof MAX_KEPT];
  if (most === undefined) return;
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(oldest);
}
