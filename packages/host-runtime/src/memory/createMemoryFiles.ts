import type { FileStore } from '../ports/stores.types.ts';

/** Files that last as long as the process. */
export function createMemoryFiles(): FileStore {
  const files = new Map<string, Uint8Array>();
  return {
    read: async (sha256) => files.get(sha256),
    async write(sha256, bytes) {
      files.set(sha256, bytes);
    },
    async delete(sha256) {
      files.delete(sha256);
    },
    list: async () => [...files.keys()],
  };
}
