import { LRUCache } from 'lru-cache';

import type { ObjectStore } from '../../storage/objects/ObjectStore.types.ts';

const MB = 1024 * 1024;
const LARGEST_CONTENT = 8 * MB;
const ALL_CONTENTS = 128 * MB;

/** Keeps contents that were asked for in a bounded amount of memory. What it keeps never changes. */
export class ContentCache {
  readonly #contents: LRUCache<string, Buffer>;

  constructor(objects: ObjectStore) {
    this.#contents = new LRUCache<string, Buffer>({
      maxSize: ALL_CONTENTS,
      maxEntrySize: LARGEST_CONTENT,
      sizeCalculation: (content) => Math.max(1, content.length),
      // Many requests for a content that is not there yet share one read.
      fetchMethod: async (key) => readWhole(objects, key),
    });
  }

  /** Whether a content of this size is kept; larger ones are streamed. */
  keeps(size: number): boolean {
    return size <= LARGEST_CONTENT;
  }

  /** The content at once when it is in memory. */
  peek(key: string): Buffer | undefined {
    return this.#contents.get(key);
  }

  /** The content of an object, or undefined when it is gone. */
  load(key: string): Promise<Buffer | undefined> {
    return this.#contents.fetch(key);
  }
}

async function readWhole(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  const content = await objects.read(key);
  if (!content) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
