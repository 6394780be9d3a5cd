/** The part of the browsers' Cache Storage that service workers use here, in memory. */
export function createMemoryCaches(origin: string): Pick<CacheStorage, 'open'> {
  const opened = new Map<string, Cache>();
  return {
    async open(name) {
      const cache = opened.get(name) ?? createMemoryCache(origin);
      opened.set(name, cache);
      return cache;
    },
  };
}

function createMemoryCache(origin: string): Cache {
  const entries = new Map<string, Response>();
  const addressOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, origin).href;
  const find = (address: string, { ignoreSearch = false }: CacheQueryOptions = {}) => {
    const same = (key: string) => (ignoreSearch ? key.split('?')[0] === address : key === address);
    return [...entries.keys()].find(same);
  };
  const cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> = {
    async match(request, options) {
      const key = find(addressOf(request), options);
      return key === undefined ? undefined : entries.get(key)!.clone();
    },
    async put(request, response) {
      // As in browsers, what is put again is the newest.
      entries.delete(addressOf(request));
      entries.set(addressOf(request), response);
    },
    delete: async (request) => entries.delete(addressOf(request)),
    keys: async () => [...entries.keys()].map((address) => new Request(address)),
  };
  return cache as Cache;
}
