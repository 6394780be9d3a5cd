import type { PushStorage, StorageWrite } from './PushPlatform.types.ts';

/** Writes many things: as one where the storage can, otherwise one after the other. */
export async function writeAll(storage: PushStorage, writes: readonly StorageWrite[]) {
  if (writes.length > 1 && storage.write) return storage.write(writes);
  for (const [key, text] of writes) {
    await (text === undefined ? storage.delete(key) : storage.set(key, text));
  }
}
