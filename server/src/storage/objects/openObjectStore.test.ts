import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStore } from './openObjectStore.ts';

describe('opening an object store', () => {
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'object-store-open-'));
  });

  afterAll(async () => {
    await rm(scratch, { recursive: true });
  });

  it('takes a URL as an object too, and a path with a space', async () => {
    const store = await openObjectStore(pathToFileURL(join(scratch, 'with space')));
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('says what is wrong with a URL', async () => {
    await expect(openObjectStore('s3:///prefix')).rejects.toThrow(
      "The object store's URL does not fit: the bucket is missing; expected s3://bucket/prefix.",
    );
  });
});
