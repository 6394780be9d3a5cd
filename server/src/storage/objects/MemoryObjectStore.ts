import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { assertObjectKey, assertObjectPrefix } from './assertObjectKey.ts';
import { clampByteRange } from './clampByteRange.ts';
import type { ObjectStore } from './ObjectStore.types.ts';

/** Objects in memory, for tests. */
export function createMemoryObjectStore(): ObjectStore {
  const objects = new Map<string, Buffer>();

  return {
    async putFile(key, path, _, signal) {
      assertObjectKey(key);
      const bytes = await readFile(path);
      signal?.throwIfAborted();
      await rm(path);
      objects.set(key, bytes);
    },

    async putBytes(key, bytes) {
      assertObjectKey(key);
      objects.set(key, Buffer.from(bytes));
    },

    async stat(key) {
      assertObjectKey(key);
      const bytes = objects.get(key);
      return bytes && { size: bytes.length };
    },

    async read(key, range) {
      assertObjectKey(key);
      const bytes = objects.get(key);
      if (!bytes) return undefined;
      const part = range && clampByteRange(range, bytes.length, key);
      return streamOf(part ? bytes.subarray(part.start, part.end + 1) : bytes);
    },

    async delete(key) {
      assertObjectKey(key);
      objects.delete(key);
    },

    async *list(prefix) {
      assertObjectPrefix(prefix);
      for (const key of objects.keys()) {
        if (key.startsWith(prefix)) yield key;
      }
    },

    async check() {},
    async close() {},
  };
}

/** A byte stream like those of files and sockets; `Readable.from` would create one in object mode. */
function streamOf(bytes: Buffer): Readable {
  return new Readable({
    read() {
      this.push(bytes);
      this.push(null);
    },
  });
}
