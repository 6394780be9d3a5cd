/** What the service worker does with a request. `network` leaves it to the browser. */
export type Strategy = 'page' | 'shell' | 'artifact' | 'registry' | 'network';

/** What decides it. */
export interface SeenRequest {
  method: string;
  url: string;
  mode: string;
}

/** Where the service worker is at home. */
export interface Home {
  origin: string;
  /** The files that make up the page, as paths. */
  shell: ReadonlySet<string>;
}

const PAGES = '/app/';
const ARTIFACT = /\/(?:mini-apps\/[^/]+\/\d+\.\d+\.\d+|icons)\//;
const REGISTRY = /^\/v1\/mini-programs(?:\/[^/]+\/(?:resolve|versions\/[^/]+\/files))?$/;

/**
 * Files that never change come from the cache, and what can change from the network while there is one. Everything that
 * belongs to a person is left alone: nothing of it is ever kept here.
 */
export function strategyFor(request: SeenRequest, { origin, shell }: Home): Strategy {
  if (request.method !== 'GET') return 'network';
  const url = new URL(request.url);
  if (url.origin === origin) {
    if (shell.has(url.pathname) && url.pathname !== PAGES) return 'shell';
    if (request.mode === 'navigate' && url.pathname.startsWith(PAGES)) return 'page';
    if (REGISTRY.test(url.pathname)) return 'registry';
  }
  return ARTIFACT.test(url.pathname) ? 'artifact' : 'network';
}
