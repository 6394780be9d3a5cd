import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { STORES, type TestCdn, WEB_FILES, startCdn } from '../testing/startCdn.ts';

const APP = Buffer.from(WEB_FILES['app.js']);
const ETAG = `"${createHash('sha256').update(APP).digest('hex')}"`;
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

describe.each(STORES)('the CDN with objects in $name', (store) => {
  let cdn: TestCdn;
  beforeAll(async () => {
    cdn = await startCdn(store);
  });
  afterAll(() => cdn.close());

  describe.each(['app.js', 'large.bin'] as const)('a range of web/%s', (name) => {
    const bytes = Buffer.from(WEB_FILES[name]);
    const { length } = bytes;

    it.each([
      ['the first bytes', 'bytes=0-99', 0, 99],
      ['one byte', 'bytes=0-0', 0, 0],
      ['the middle', 'bytes=1000-1999', 1000, 1999],
      ['an open end', `bytes=${length - 50}-`, length - 50, length - 1],
      ['a suffix', 'bytes=-10', length - 10, length - 1],
      ['a suffix of more than there is', `bytes=-${length + 5}`, 0, length - 1],
      ['an end behind the content', `bytes=5-${length + 5}`, 5, length - 1],
    ])('%s', async (_, range, start, end) => {
      const { status, headers, body } = await cdn.get(`web/${name}`, { range });
      expect(status).toBe(206);
      expect(headers).toMatchObject({
        'content-range': `bytes ${start}-${end}/${length}`,
        'content-length': String(end - start + 1),
        'cache-control': 'public, max-age=31536000, immutable',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      });
      expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    it.each([`bytes=${length}-`, `bytes=${length + 1}-${length + 9}`, 'bytes=-0'])(
      '%s cannot be had: 416 with the size, and no cache may keep that',
      async (range) => {
        const { status, headers, body } = await cdn.get(`web/${name}`, { range });
        expect(status).toBe(416);
        expect(headers).toMatchObject({
          'content-range': `bytes */${length}`,
          'cache-control': 'no-store',
        });
        expect(body).toHaveLength(0);
      },
    );

    it.each(['bytes=5-3', 'bytes=a-b', 'bytes', 'lines=0-1', 'bytes=0-1,4-5', ''])(
      '%j is ignored: the whole content',
      async (range) => {
        const { status, headers, body } = await cdn.get(`web/${name}`, { range });
        expect(status).toBe(200);
        expect(headers['content-range']).toBeUndefined();
        expect(body).toHaveLength(length);
      },
    );
  });

  it('parts that were fetched one by one make the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(APP.length - 1), { maxLength: 6 }), async (cuts) => {
        const starts = [0, ...cuts.filter((cut) => cut > 0).toSorted((a, b) => a - b)];
        const parts = await Promise.all(
          starts.map(async (start, index) => {
            const end = (starts[index + 1] ?? APP.length) - 1;
            return (await cdn.get('web/app.js', { range: `bytes=${start}-${end}` })).body;
          }),
        );
        expect(Buffer.concat(parts).equals(APP)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('If-Range with the ETag gives the part', async () => {
    const asked = { range: 'bytes=0-9', 'if-range': ETAG };
    const { status, body } = await cdn.get('web/app.js', asked);
    expect(status).toBe(206);
    expect(body).toHaveLength(10);
  });

  it.each(['"other"', `W/${ETAG}`, ETAG.slice(1, -1), 'Sun, 06 Nov 1994 08:49:37 GMT', '*'])(
    'If-Range with %s gives the whole',
    async (ifRange) => {
      const asked = { range: 'bytes=0-9', 'if-range': ifRange };
      const { status, body } = await cdn.get('web/app.js', asked);
      expect(status).toBe(200);
      expect(body).toHaveLength(APP.length);
    },
  );

  it('If-Range that does not match makes a range that cannot be had the whole, not 416', async () => {
    const asked = { range: `bytes=${APP.length}-`, 'if-range': '"other"' };
    expect((await cdn.get('web/app.js', asked)).status).toBe(200);
  });

  describe.each(['br', 'gzip'] as const)('the %s form', (encoding) => {
    const accepted = { 'accept-encoding': encoding };

    it('is sent to those who accept it, under an ETag of its own', async () => {
      const { status, headers, body } = await cdn.get('web/app.js', accepted);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(body.length),
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'accept-encoding',
        etag: `"${ETAG.slice(1, -1)}-${encoding}"`,
      });
      expect(body.length).toBeLessThan(APP.length / 10);
      expect(DECODERS[encoding](body).equals(APP)).toBe(true);
    });

    it('has ranges over its own bytes', async () => {
      const { body: whole, headers } = await cdn.get('web/app.js', accepted);
      const half = Math.floor(whole.length / 2);
      const first = await cdn.get('web/app.js', { ...accepted, range: `bytes=0-${half - 1}` });
      const second = await cdn.get('web/app.js', {
        ...accepted,
        range: `bytes=${half}-`,
        'if-range': headers.etag!,
      });
      expect([first.status, second.status]).toEqual([206, 206]);
      expect(second.headers['content-encoding']).toBe(encoding);
      const sizes = `bytes ${half}-${whole.length - 1}/${whole.length}`;
      expect(second.headers['content-range']).toBe(sizes);
      const joined = Buffer.concat([first.body, second.body]);
      expect(DECODERS[encoding](joined).equals(APP)).toBe(true);
    });

    it('has a size of its own for a range that cannot be had', async () => {
      const { body: whole } = await cdn.get('web/app.js', accepted);
      const asked = { ...accepted, range: `bytes=${whole.length}-` };
      const { status, headers } = await cdn.get('web/app.js', asked);
      expect(status).toBe(416);
      expect(headers['content-range']).toBe(`bytes */${whole.length}`);
      expect(headers['content-encoding']).toBeUndefined();
    });

    it('is another thing than the plain content to If-None-Match and If-Range', async () => {
      expect((await cdn.get('web/app.js', { ...accepted, 'if-none-match': ETAG })).status).toBe(
        200,
      );
      const resumed = { ...accepted, range: 'bytes=1-', 'if-range': ETAG };
      expect((await cdn.get('web/app.js', resumed)).status).toBe(200);
    });
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('Accept-Encoding: %s gets %s', async (header, encoding) => {
    const { headers } = await cdn.get('web/app.js', { 'accept-encoding': header });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('accept-encoding');
  });

  it.each(['ios.zip', 'web/tiny.js', 'web/img/logo.png', 'web/large.bin'])(
    '%s has one form only, whatever is accepted',
    async (file) => {
      const { headers } = await cdn.get(file, { 'accept-encoding': 'br, gzip' });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBeUndefined();
    },
  );
});
