import { LRUCache } from 'lru-cache';

import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';

const MB = 1024 * 1024;

/** How many bytes are kept. */
export interface CacheLimits {
  largestContent: number;
  allContents: number;
}

const LIMITS: CacheLimits = { largestContent: 8 * MB, allContents: 128 * MB };

/** Caches requested contents in bounded memory. Contents are immutable, so entries never become stale. */
export class ContentCache {
  readonly #contents: LRUCache<string, Buffer, number>;
  readonly #largestContent: number;

  constructor(objects: ObjectStore, limits: CacheLimits = LIMITS) {
    this.#largestContent = limits.largestContent;
    this.#contents = new LRUCache<string, Buffer, number>({
      maxSize: limits.allContents,
      maxEntrySize: limits.largestContent,
      sizeCalculation: (content) => Math.max(1, content.length),
      // Concurrent requests for a content that is not cached yet share one read.
      fetchMethod: async (key, _, { context: size }) => readWhole(objects, key, size),
      // Waiting requests get their content even if it was evicted from the cache in the meantime.
      ignoreFetchAbort: true,
    });
  }

  /** Whether a content of this size is kept; larger ones are streamed. */
  keeps(size: number): boolean {
    return size <= this.#largestContent;
  }

  /** The content, if it is in memory. */
  peek(key: string): Buffer | undefined {
    return this.#contents.get(key);
  }

  /** The content of an object of a known size, or undefined when it is gone. */
  load(key: string, size: number): Promise<Buffer | undefined> {
    return this.#contents.fetch(key, { context: size });
  }
}

async function readWhole(
  objects: ObjectStore,
  key: string,
  size: number,
): Promise<Buffer | undefined> {
  const content = await objects.read(key);
  if (!content) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  // Answers are cached everywhere for a year: truncated content must never be served.
  if (whole.length === size) return whole;
  throw new Error(`The object ${key} has ${whole.length} bytes in the object store, not ${size}`);
}
