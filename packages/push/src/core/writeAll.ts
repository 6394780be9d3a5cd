import type { PushStorage, StorageWrite } from './PushPlatform.types.ts';

/** Writes several entries: atomically if the storage supports it, otherwise one after the other. */
export async function writeAll(storage: PushStorage, writes: readonly StorageWrite[]) {
  if (writes.length > 1 && storage.write) return storage.write(writes);
  for (const [key, text] of writes) {
    await (text === undefined ? storage.delete(key) : storage.set(key, text));
  }
}
