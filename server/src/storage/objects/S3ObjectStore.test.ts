import { createServer } from 'node:http';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObjectStore } from './ObjectStore.types.ts';
import { openObjectStore } from './openObjectStore.ts';
import { startS3, type TestS3 } from './startS3.testing.ts';

const ZIP = { contentType: 'application/zip' };
const MEGABYTE = 1024 * 1024;

describe('an object store in S3', () => {
  let scratch: string;
  let s3: TestS3;
  let url: string;
  let store: ObjectStore;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'object-store-s3-'));
    s3 = await startS3();
    url = await s3.makeBucket('objects');
    store = await openObjectStore(url);
  });

  afterAll(async () => {
    await store.close();
    await s3.stop();
    await rm(scratch, { recursive: true });
  });

  afterEach(() => {
    s3.intercept();
    vi.unstubAllEnvs();
  });

  async function sourceFile(content: Uint8Array): Promise<string> {
    const path = join(scratch, 'source');
    await writeFile(path, content);
    return path;
  }

  async function listed(from: ObjectStore, prefix: string): Promise<string[]> {
    const found: string[] = [];
    for await (const key of from.list(prefix)) found.push(key);
    return found.toSorted();
  }

  describe('given a prefix', () => {
    it('keeps to it', async () => {
      const inside = await openObjectStore(url.replace('?', 'some/where?'));
      await inside.putBytes('a/b', Buffer.from('inside'), ZIP);
      await store.putBytes('some/whereabouts', Buffer.from('outside'), ZIP);
      expect(await store.stat('some/where/a/b')).toEqual({ size: 6 });
      expect(await listed(inside, '')).toEqual(['a/b']);
      expect(await listed(inside, 'a/')).toEqual(['a/b']);
      await inside.close();
    });
  });

  it('does not list what others keep in the bucket under names that are no keys', async () => {
    await store.putBytes('mixed/ours', Buffer.from('x'), ZIP);
    // As a console does that makes a folder.
    await fetch(`${s3.endpoint}/objects/mixed/theirs/`, { method: 'PUT', body: 'x' });
    expect(await listed(store, 'mixed/')).toEqual(['mixed/ours']);
  });

  it('tells S3 the type of an object and that it never changes', async () => {
    const heard: unknown[] = [];
    s3.intercept(({ method, headers }) => {
      if (method !== 'GET') heard.push([headers['content-type'], headers['cache-control']]);
      return undefined;
    });
    await store.putBytes('typed/bytes', Buffer.from('x'), ZIP);
    await store.putFile('typed/file', await sourceFile(Buffer.from('x')), ZIP);
    const expected = ['application/zip', 'public, max-age=31536000, immutable'];
    expect(heard).toEqual([expected, expected]);
  });

  describe('storing a file of several parts', () => {
    const content = Buffer.alloc(17 * MEGABYTE, 'part');

    it('sends parts of 8 MB, at most two at a time', async () => {
      const parts: number[] = [];
      let underWay = 0;
      let most = 0;
      s3.intercept(async ({ url: path, headers }) => {
        if (!path.includes('partNumber=')) return undefined;
        parts.push(Number(headers['content-length']));
        most = Math.max(most, ++underWay);
        // Time enough for a third part to come, if one were sent.
        for (let n = 0; n < 20; n++) await store.stat('parts/counted');
        underWay--;
        return undefined;
      });
      await store.putFile('parts/counted', await sourceFile(content), ZIP);
      expect(parts.toSorted((a, b) => a - b)).toEqual([1, 8, 8].map((size) => size * MEGABYTE));
      expect(most).toBe(2);
    });

    it('shows nothing before the last part', async () => {
      let seen: unknown = 'not looked';
      s3.intercept(async ({ url: path }) => {
        if (path.includes('partNumber=3')) seen = await store.stat('parts/held');
        return undefined;
      });
      await store.putFile('parts/held', await sourceFile(content), ZIP);
      expect(seen).toBeUndefined();
      expect(await store.stat('parts/held')).toEqual({ size: content.length });
    });

    it.each([
      { step: 'a part', fails: 'partNumber=2', method: 'PUT' },
      { step: 'the last step', fails: 'uploadId=', method: 'POST' },
    ])('takes its parts back and keeps the file when $step fails', async ({ fails, method }) => {
      const aborted: string[] = [];
      s3.intercept((request) => {
        if (request.method === 'DELETE') aborted.push(request.url);
        const failing = request.method === method && request.url.includes(fails);
        return failing ? problem(400, 'InvalidPart', 'No.') : undefined;
      });
      const path = await sourceFile(content);
      await expect(store.putFile('parts/failed', path, ZIP)).rejects.toThrow(
        /^Could not store "parts\/failed" in the bucket "objects" .*InvalidPart: No\. \(HTTP 400/,
      );
      expect(aborted).toEqual([expect.stringContaining('/objects/parts/failed?uploadId=')]);
      expect(await store.stat('parts/failed')).toBeUndefined();
      expect((await stat(path)).size).toBe(content.length);
    });
  });

  it('tries again when the server fails for a moment', async () => {
    let failures = 2;
    s3.intercept(() => (failures-- > 0 ? problem(503, 'SlowDown', 'Slow down.') : undefined));
    await store.putBytes('retried', Buffer.from('x'), ZIP);
    expect(failures).toBeLessThan(0);
    expect(await store.stat('retried')).toEqual({ size: 1 });
  });

  it('gives up when the server goes on failing', async () => {
    let tries = 0;
    s3.intercept(() => {
      tries++;
      return problem(503, 'SlowDown', 'Slow down.');
    });
    await expect(store.putBytes('given-up', Buffer.from('x'), ZIP)).rejects.toThrow('SlowDown');
    expect(tries).toBe(3);
  });

  it('says that a bucket is missing', async () => {
    const elsewhere = await openObjectStore(url.replace('objects', 'elsewhere'));
    const missing = `the bucket "elsewhere" at ${s3.endpoint}: there is no such bucket.`;
    await expect(elsewhere.check()).rejects.toThrow(`Could not reach ${missing}`);
    await expect(elsewhere.read('a')).rejects.toThrow(`Could not read "a" in ${missing}`);
    await expect(listed(elsewhere, 'a/')).rejects.toThrow(`Could not list "a/" in ${missing}`);
    await expect(elsewhere.delete('a')).rejects.toThrow(`Could not delete "a" in ${missing}`);
    const put = elsewhere.putBytes('a', Buffer.from('x'), ZIP);
    await expect(put).rejects.toThrow(`Could not store "a" in ${missing}`);
    await elsewhere.close();
  });

  it('says that credentials were refused, without a word of them', async () => {
    vi.stubEnv('AWS_SESSION_TOKEN', 'test-token');
    const refused = await openObjectStore(url);
    s3.intercept(({ headers }) => {
      const told = `${String(headers.authorization)} ${String(headers['x-amz-security-token'])}`;
      expect(told).toMatch(/test-key.*test-token/);
      const repeated = `<CanonicalRequest>${told}</CanonicalRequest>`;
      return problem(403, 'SignatureDoesNotMatch', 'The signature does not match.', repeated);
    });
    const error: unknown = await refused.read('a').catch((caught: unknown) => caught);
    expect(String(error)).toContain(
      'the credentials were refused (SignatureDoesNotMatch, HTTP 403)',
    );
    const everything = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(everything).not.toMatch(/test-key|test-secret|test-token/);
    await refused.close();
  });

  it('says that there are no credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    // Nothing of the machine that the test runs on is looked at.
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(scratch, 'none'));
    vi.stubEnv('AWS_CONFIG_FILE', join(scratch, 'none'));
    const anonymous = await openObjectStore(url);
    await expect(anonymous.check()).rejects.toThrow('no credentials were found. Set AWS_ACCESS');
    await anonymous.close();
  });

  it('says that no region is known', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    vi.stubEnv('AWS_CONFIG_FILE', join(scratch, 'none'));
    const nowhere = await openObjectStore(url.replace('&region=us-east-1', ''));
    await expect(nowhere.check()).rejects.toThrow('no region is known. Add region to the URL');
    await nowhere.close();
  });

  it('says that the network is down', async () => {
    const port = await closedPort();
    const down = await openObjectStore(
      `s3://objects?endpoint=http://127.0.0.1:${port}&region=us-east-1&pathStyle=true`,
    );
    await expect(down.stat('a')).rejects.toThrow(
      `Could not look up "a" in the bucket "objects" at http://127.0.0.1:${port}: it cannot be reached (ECONNREFUSED).`,
    );
    await down.close();
  });

  it('says that the storage is full, as a folder does', async () => {
    s3.intercept(() => problem(507, 'XMinioStorageFull', 'Full.'));
    const put = store.putBytes('too-much', Buffer.from('x'), ZIP);
    await expect(put).rejects.toMatchObject({ name: 'ApiError', code: 'storage-full' });
  });

  it('reads many objects at once, more than the SDK has sockets for by itself', async () => {
    await store.putBytes('popular', Buffer.alloc(MEGABYTE), ZIP);
    const streams = await Promise.all(Array.from({ length: 60 }, () => store.read('popular')));
    for (const stream of streams) expect(stream && (await buffer(stream)).length).toBe(MEGABYTE);
  });
});

function problem(status: number, code: string, message: string, more = '') {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`;
  return { status, body };
}

/** A port that nobody listens on: one that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
