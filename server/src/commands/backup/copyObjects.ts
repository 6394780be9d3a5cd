import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { contentTypeOf } from '../../hosting/archive/contentTypes.ts';
import type { ObjectReader, ObjectStore } from '../../storage/objects/ObjectStore.types.ts';
import { PRIVATE_FILE } from '../../storage/privateModes.ts';
import type { ListedObject } from './Manifest.ts';

/** Objects copied concurrently, since a remote store has a high latency. */
const AT_ONCE = 4;

/**
 * Copies objects from one store to another through files in a folder, and returns what was copied. Objects that have been
 * deleted meanwhile are skipped.
 */
export async function copyObjects(options: {
  keys: AsyncIterable<string>;
  from: ObjectReader;
  to: ObjectStore;
  scratch: string;
  onCopied: (object: ListedObject) => void;
}): Promise<void> {
  const { keys, from, to, scratch, onCopied } = options;
  await forEachKey(keys, async (key) => {
    const body = await from.read(key);
    if (!body) return;
    const file = join(scratch, `copied-${randomUUID()}`);
    try {
      const copied = await writeCounted(body, file);
      await to.putFile(key, file, { contentType: contentTypeOf(key) });
      onCopied({ key, ...copied });
    } finally {
      await rm(file, { force: true });
    }
  });
}

/** The size and the digest of an object; undefined when there is none. */
export async function digestObject(
  store: ObjectReader,
  key: string,
): Promise<{ size: number; sha256: string } | undefined> {
  const body = await store.read(key);
  if (!body) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Processes keys, a few concurrently, until all are done or one has failed. */
export async function forEachKey(
  keys: AsyncIterable<string>,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const iterator = keys[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    while (failures.length === 0) {
      const next = await iterator.next();
      if (next.done) return;
      await work(next.value).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

async function writeCounted(
  body: Readable,
  file: string,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE }),
  );
  return { size, sha256: hash.digest('hex') };
}
