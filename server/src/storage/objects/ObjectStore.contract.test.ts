import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryObjectStore } from './MemoryObjectStore.ts';
import type { ObjectStore } from './ObjectStore.types.ts';
import { openObjectStore } from './openObjectStore.ts';
import { startS3, type TestS3 } from './startS3.testing.ts';

const ZIP = { contentType: 'application/zip' };
const MEGABYTE = 1024 * 1024;

let scratch: string;
let s3: TestS3;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'object-store-'));
  s3 = await startS3();
});

afterAll(async () => {
  await s3.stop();
  await rm(scratch, { recursive: true });
});

interface Kind {
  kind: string;
  open: () => Promise<ObjectStore>;
  /** How many keys one listing is tried with. */
  many: number;
  /** Puts objects faster than one by one through the store. */
  fill?: (keys: string[]) => Promise<void>;
}

const kinds: Kind[] = [
  { kind: 'folder', open: () => openObjectStore(`file:${scratch}/objects`), many: 40 },
  { kind: 'memory', open: async () => createMemoryObjectStore(), many: 40 },
  {
    kind: 's3',
    open: async () => openObjectStore(await s3.makeBucket('contract')),
    // S3 answers with at most 1000 keys at a time.
    many: 1_005,
    fill: (keys) => s3.fill('contract', keys),
  },
];

describe.each(kinds)('an object store in $kind', ({ open, many, fill }) => {
  let store: ObjectStore;

  beforeAll(async () => {
    store = await open();
  });

  afterAll(async () => {
    await store.close();
  });

  async function sourceFile(content: Uint8Array): Promise<string> {
    const path = join(scratch, randomBytes(8).toString('hex'));
    await writeFile(path, content);
    return path;
  }

  async function contentOf(key: string): Promise<Buffer | undefined> {
    const stream = await store.read(key);
    return stream && buffer(stream);
  }

  async function listed(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for await (const key of store.list(prefix)) found.push(key);
    return found.toSorted();
  }

  it('can be reached', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('gives back the bytes that were put', async () => {
    await store.putBytes('bytes/here', Buffer.from('hello'), ZIP);
    expect(await contentOf('bytes/here')).toEqual(Buffer.from('hello'));
    expect(await store.stat('bytes/here')).toEqual({ size: 5 });
  });

  it('stores an object of no bytes', async () => {
    await store.putBytes('empty/bytes', Buffer.alloc(0), ZIP);
    await store.putFile('empty/file', await sourceFile(Buffer.alloc(0)), ZIP);
    for (const key of ['empty/bytes', 'empty/file']) {
      expect(await store.stat(key)).toEqual({ size: 0 });
      expect(await contentOf(key)).toEqual(Buffer.alloc(0));
    }
  });

  it('keeps what was put when the caller uses its buffer again', async () => {
    const bytes = Buffer.from('before');
    await store.putBytes('bytes/reused', bytes, ZIP);
    bytes.fill(0);
    expect(await contentOf('bytes/reused')).toEqual(Buffer.from('before'));
  });

  it('takes a file over: its bytes are stored and it is gone from where it lay', async () => {
    const path = await sourceFile(Buffer.from('a file'));
    await store.putFile('files/taken', path, ZIP);
    expect(await contentOf('files/taken')).toEqual(Buffer.from('a file'));
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('stores a file of 20 MB with the same SHA-256', async () => {
    const content = randomBytes(20 * MEGABYTE);
    await store.putFile('files/large', await sourceFile(content), ZIP);
    expect(await store.stat('files/large')).toEqual({ size: content.length });
    expect(sha256(await contentOf('files/large'))).toBe(sha256(content));
  });

  it('replaces what is there', async () => {
    await store.putBytes('replaced', Buffer.from('a long first content'), ZIP);
    await store.putBytes('replaced', Buffer.from('second'), ZIP);
    expect(await contentOf('replaced')).toEqual(Buffer.from('second'));
    await store.putFile('replaced', await sourceFile(Buffer.from('third')), ZIP);
    expect(await contentOf('replaced')).toEqual(Buffer.from('third'));
  });

  it('shows a reader during a put the old object or the new one, whole', async () => {
    const [before, after] = [randomBytes(MEGABYTE), randomBytes(9 * MEGABYTE)];
    await store.putBytes('watched', before, ZIP);
    const put = store.putFile('watched', await sourceFile(after), ZIP);
    const seen = await whileUnderWay(put, async () => sha256(await contentOf('watched')));
    expect([sha256(before), sha256(after)]).toEqual(expect.arrayContaining(seen));
    expect(sha256(await contentOf('watched'))).toBe(sha256(after));
  });

  it('shows a reader during the first put nothing or the whole object', async () => {
    const content = randomBytes(9 * MEGABYTE);
    const put = store.putFile('watched-first', await sourceFile(content), ZIP);
    const seen = await whileUnderWay(put, async () => (await store.stat('watched-first'))?.size);
    expect([undefined, content.length]).toEqual(expect.arrayContaining(seen));
    expect(sha256(await contentOf('watched-first'))).toBe(sha256(content));
  });

  it.each([100, 20 * MEGABYTE])(
    'replaces nothing with a file of %i bytes for whoever has to stop',
    async (size) => {
      await store.putBytes('kept', Buffer.from('old'), ZIP);
      for (const stopsAtOnce of [true, false]) {
        const stopping = new AbortController();
        const stop = () => stopping.abort(new Error('somebody else may be at it'));
        if (stopsAtOnce) stop();
        const path = await sourceFile(randomBytes(size));
        const put = store.putFile('kept', path, ZIP, stopping.signal);
        stop();
        await expect(put).rejects.toThrow('somebody else may be at it');
        expect(await contentOf('kept')).toEqual(Buffer.from('old'));
      }
    },
  );

  it('stores nothing when the file to take over is not there', async () => {
    const put = store.putFile('files/none', join(scratch, 'not-there'), ZIP);
    await expect(put).rejects.toThrow(/ENOENT.*not-there/);
    expect(await store.stat('files/none')).toBeUndefined();
    expect(await listed('files/none')).toEqual([]);
  });

  it('keeps one of two contents whole when both are put under one key at once', async () => {
    const contents = [Buffer.alloc(2 * MEGABYTE, 'a'), Buffer.alloc(MEGABYTE, 'b')];
    for (let round = 0; round < 5; round++) {
      await Promise.all(contents.map((content) => store.putBytes('contested', content, ZIP)));
      expect(contents.map(sha256)).toContain(sha256(await contentOf('contested')));
    }
  });

  it.each([
    { part: 'the first byte', range: { start: 0, end: 0 }, expected: '0' },
    { part: 'the middle', range: { start: 3, end: 6 }, expected: '3456' },
    { part: 'the last byte', range: { start: 9, end: 9 }, expected: '9' },
    { part: 'the whole', range: { start: 0, end: 9 }, expected: '0123456789' },
    { part: 'what there is of a longer range', range: { start: 8, end: 99 }, expected: '89' },
  ])('reads $part', async ({ range, expected }) => {
    await store.putBytes('digits', Buffer.from('0123456789'), ZIP);
    const stream = await store.read('digits', range);
    expect(stream && (await buffer(stream)).toString()).toBe(expected);
  });

  it.each([
    { start: 10, end: 12 },
    { start: -1, end: 3 },
    { start: 5, end: 4 },
    { start: 0.5, end: 4 },
    { start: 0, end: Number.NaN },
  ])('refuses the range from $start to $end of ten bytes', async (range) => {
    await store.putBytes('digits', Buffer.from('0123456789'), ZIP);
    await expect(store.read('digits', range)).rejects.toThrow(RangeError);
  });

  it('has nothing under a key that was never put, nor under the folder of one that was', async () => {
    await store.putBytes('parent/child', Buffer.from('x'), ZIP);
    for (const key of ['never', 'never/put', 'parent', 'parent/child/grandchild']) {
      expect(await store.stat(key)).toBeUndefined();
      expect(await store.read(key)).toBeUndefined();
      expect(await store.read(key, { start: 99_999, end: 99_999 })).toBeUndefined();
    }
  });

  it('lets a reader stop in the middle', async () => {
    await store.putBytes('stopped', randomBytes(3 * MEGABYTE), ZIP);
    const stream = await store.read('stopped');
    if (!stream) throw new Error('The object is not there.');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    for await (const chunk of stream) {
      expect(chunk).toBeInstanceOf(Buffer);
      break;
    }
    await closed;
    expect(stream.destroyed).toBe(true);
  });

  it('deletes an object, and again without an error', async () => {
    await store.putBytes('deleted/one', Buffer.from('x'), ZIP);
    await store.putBytes('deleted/two', Buffer.from('x'), ZIP);
    await store.delete('deleted/one');
    await store.delete('deleted/one');
    await store.delete('deleted');
    await store.delete('deleted/never/put');
    expect(await store.stat('deleted/one')).toBeUndefined();
    expect(await listed('deleted/')).toEqual(['deleted/two']);
  });

  it('lists the keys that start with a prefix', async () => {
    const put = ['apps/a/1.zip', 'apps/a/deep/er/2.zip', 'apps/ab/3.zip', 'apps/b/4.zip'];
    for (const key of put) await store.putBytes(key, Buffer.from('x'), ZIP);
    expect(await listed('apps/')).toEqual(put);
    expect(await listed('apps')).toEqual(put);
    expect(await listed('apps/a')).toEqual(put.slice(0, 3));
    expect(await listed('apps/a/')).toEqual(put.slice(0, 2));
    expect(await listed('apps/a/1.zip')).toEqual(put.slice(0, 1));
    expect(await listed('apps/none/')).toEqual([]);
    expect(await listed('')).toEqual(expect.arrayContaining(put));
  });

  it(`lists ${many} keys, each once`, async () => {
    const put = Array.from({ length: many }, (_, n) => `many/${String(n).padStart(4, '0')}`);
    if (fill) await fill(put);
    else await Promise.all(put.map((key) => store.putBytes(key, Buffer.from('x'), ZIP)));
    expect(await listed('many/')).toEqual(put);
  });

  it('keeps keys of unusual characters apart', async () => {
    const put = ['odd/%2e%2e', 'odd/+ &?#=', 'odd/A', 'odd/a', 'odd/.hidden', 'odd/é', 'odd/日本'];
    for (const key of put) await store.putBytes(key, Buffer.from(key), ZIP);
    for (const key of put) expect(await contentOf(key)).toEqual(Buffer.from(key));
    expect(await listed('odd/')).toEqual(put.toSorted());
  });

  it('refuses a hostile key whatever is done with it', async () => {
    const key = 'a/../../etc/passwd';
    const path = await sourceFile(Buffer.from('x'));
    const refused = { name: 'TypeError', message: expect.stringContaining(key) };
    await expect(store.putBytes(key, Buffer.from('x'), ZIP)).rejects.toMatchObject(refused);
    await expect(store.putFile(key, path, ZIP)).rejects.toMatchObject(refused);
    await expect(store.stat(key)).rejects.toMatchObject(refused);
    await expect(store.read(key)).rejects.toMatchObject(refused);
    await expect(store.delete(key)).rejects.toMatchObject(refused);
    await expect(listed(key)).rejects.toMatchObject(refused);
    expect((await stat(path)).size).toBe(1);
  });
});

/** Looks again and again until something is done, and gives what was seen, each once. */
async function whileUnderWay<T>(work: Promise<void>, look: () => Promise<T>): Promise<T[]> {
  const seen = new Set<T>();
  const underWay = Symbol('under way');
  do {
    seen.add(await look());
    // By setImmediate, because a look that needs no input or output would keep the work from its own.
  } while ((await Promise.race([work, setImmediate(underWay)])) === underWay);
  return [...seen];
}

function sha256(bytes: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(bytes ?? 'nothing')
    .digest('hex');
}
