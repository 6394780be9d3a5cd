/** The part of a service worker's event that is used here. */
export interface AnswerableEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
}

/** Answers requests that have an integrity value, whatever their URL. */
export interface DigestFiles {
  /** Whether a request has an integrity value. */
  takes(request: Pick<Request, 'method' | 'integrity'>): boolean;
  /** From the cache, or from the network: a file that two versions share is fetched once. */
  answer(event: AnswerableEvent): Promise<Response>;
}

const FOLDER = '/files-by-digest/';
const DIGEST = /^sha(?:256|384|512)-[\w+/=-]+$/;

/**
 * Caches the scripts of mini-apps by their digest, for a service worker. Every script of a mini-app is requested with an
 * integrity value, which browsers verify after the service worker has answered, so this cache need not be trusted.
 *
 * @example
 * const files = createDigestFiles();
 * addEventListener('fetch', (event) => {
 *   if (files.takes(event.request)) event.respondWith(files.answer(event));
 * });
 */
export function createDigestFiles({
  name = 'files-by-digest',
  mostBytes = 100 * 1024 * 1024,
} = {}): DigestFiles {
  return {
    takes: ({ method, integrity }) => method === 'GET' && DIGEST.test(integrity),
    async answer(event) {
      const { request } = event;
      const cache = await caches.open(name);
      const address = FOLDER + encodeURIComponent(request.integrity);
      // A request that bypasses caches means that a cached file was wrong.
      const isFresh = request.cache === 'reload' || request.cache === 'no-store';
      const kept = isFresh ? undefined : await cache.match(address, { ignoreSearch: true });
      if (kept) return kept;
      // `fetch` verifies the integrity as well, so wrong bytes fail and are not cached.
      const response = await fetch(request);
      if (response.status === 200 && response.type !== 'opaque') {
        event.waitUntil(keep(cache, address, response.clone(), mostBytes));
      }
      return response;
    },
  };
}

async function keep(
  cache: Cache,
  address: string,
  response: Response,
  mostBytes: number,
): Promise<void> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > mostBytes) return;
  const type = response.headers.get('content-type') ?? 'text/javascript';
  // The size is part of the URL, so that the total can be computed without reading the entries.
  await cache.put(
    `${address}?size=${bytes.byteLength}`,
    new Response(bytes, { headers: { 'content-type': type } }),
  );
  await shrink(cache, mostBytes);
}

/** Deletes the oldest entries, until at most this is left. */
async function shrink(cache: Cache, mostBytes: number): Promise<void> {
  const requests = await cache.keys();
  let total = requests.reduce((sum, request) => sum + sizeOf(request), 0);
  for (const request of requests) {
    if (total <= mostBytes) return;
    total -= sizeOf(request);
    await cache.delete(request);
  }
}

function sizeOf({ url }: Request): number {
  return Number(new URL(url).searchParams.get('size'));
}
