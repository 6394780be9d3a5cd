import type { FileStore } from '../ports/stores.types.ts';

const FOLDER = '/mini-app-files/';

/** Files in the browser's Cache Storage, by their digest. */
export function createCacheFiles(name = 'mini-app-files'): FileStore {
  const address = (sha256: string) => FOLDER + sha256;
  return {
    async read(sha256) {
      const response = await (await caches.open(name)).match(address(sha256));
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async write(sha256, bytes) {
      const cache = await caches.open(name);
      await cache.put(address(sha256), new Response(bytes as BodyInit));
    },
    async delete(sha256) {
      await (await caches.open(name)).delete(address(sha256));
    },
    async list() {
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => new URL(url).pathname.slice(FOLDER.length));
    },
  };
}
