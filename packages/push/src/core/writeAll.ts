import type { PushStorage, StorageWrite } from './PushPlatform.types.ts';

/** Writes many things: as one where the storage can, otherwise one after the other. */
export async function writeAll(storage: PushStorage, writes: readonly StorageWrite[]) {
  if (writes.length > 1 && storage.write) return storage.write(writes);
  for (const [key, text] of writes) {
    await (text === undefined ? storage.delete(key) : storage.set(key, text));
  }
}

/** Shares writes of the same thing: who asks while one is under way waits, with all others, for the next. */
export function shareWrites(write: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= last = last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return write();
      });
    return next;
  };
}
