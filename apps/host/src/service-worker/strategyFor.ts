/** How the service worker answers a request. `network` leaves it to the browser. */
export type Strategy = 'page' | 'frame' | 'shell' | 'digest' | 'artifact' | 'registry' | 'network';

/** The properties of a request that decide the strategy. */
export type SeenRequest = Pick<Request, 'method' | 'url' | 'mode' | 'integrity' | 'destination'>;

/** The origin and the files of the service worker. */
export interface Home {
  origin: string;
  /** The paths of the precached files. */
  shell: ReadonlySet<string>;
}

const PAGES = '/app/';
const FRAME_PAGE = '/app/frame.html';
const ARTIFACT = /\/(?:mini-apps\/[^/]+\/\d+\.\d+\.\d+|icons)\//;
const REGISTRY = /^\/v1\/mini-programs(?:\/[^/]+\/(?:resolve|versions\/[^/]+\/files))?$/;

/**
 * Immutable files are served cache first, mutable ones network first. Personal data bypasses the service worker and is
 * never cached here.
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
  // Artifacts that the page fetches for frames are verified and cached by the page.
  return request.destination === '' ? 'network' : 'artifact';
}
