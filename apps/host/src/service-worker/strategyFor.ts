/** What the service worker does with a request. `network` leaves it to the browser. */
export type Strategy = 'page' | 'frame' | 'shell' | 'digest' | 'artifact' | 'registry' | 'network';

/** What decides it. */
export type SeenRequest = Pick<Request, 'method' | 'url' | 'mode' | 'integrity' | 'destination'>;

/** Where the service worker is at home. */
export interface Home {
  origin: string;
  /** The files that make up the page, as paths. */
  shell: ReadonlySet<string>;
}

const PAGES = '/app/';
const FRAME_PAGE = '/app/frame.html';
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
    if (url.pathname === FRAME_PAGE) return 'frame';
    if (shell.has(url.pathname) && url.pathname !== PAGES) return 'shell';
    if (request.mode === 'navigate' && url.pathname.startsWith(PAGES)) return 'page';
    if (REGISTRY.test(url.pathname)) return 'registry';
  }
  if (!ARTIFACT.test(url.pathname)) return 'network';
  if (request.integrity !== '') return 'digest';
  // What the page fetches itself, for frames, it verifies and keeps itself.
  return request.destination === '' ? 'network' : 'artifact';
}
