import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newAppId, registrationOf } from '../../../testing/createTestServer.ts';
import { STORES, type TestCdn, WEB_FILES, startCdn } from '../testing/startCdn.ts';

describe.each(STORES)('the CDN with objects in $name', (store) => {
  let cdn: TestCdn;
  beforeAll(async () => {
    cdn = await startCdn(store);
  });
  afterAll(() => cdn.close());

  it.each(Object.entries(WEB_FILES))('serves web/%s as it was uploaded', async (name, content) => {
    const bytes = Buffer.from(content);
    const { status, headers, body } = await cdn.get(`web/${name}`);
    expect(status).toBe(200);
    expect(body.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-length': String(bytes.length),
      etag: `"${sha256(bytes)}"`,
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each(['ios.zip', 'android.zip', 'web.zip'])(
    'serves %s with the digest of the record',
    async (file) => {
      const { body, headers } = await cdn.get(file);
      const record = await cdn.server.send(
        'GET',
        `/v1/admin/mini-programs/${cdn.appId}/versions/1.0.0`,
      );
      const { sha256: stated, size } = record.json().platforms[file.replace('.zip', '')];
      expect(sha256(body)).toBe(stated);
      expect(body).toHaveLength(size);
      expect(headers).toMatchObject({ 'content-type': 'application/zip', etag: `"${stated}"` });
    },
  );

  it('serves the federation manifest as JSON', async () => {
    const { headers, body } = await cdn.get('mf-manifest.json');
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body.toString())).toMatchObject({ metaData: { type: 'app' } });
  });

  it.each([
    ['app.js', 'text/javascript; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
    ['img/logo.svg', 'image/svg+xml'],
    ['img/logo.png', 'image/png'],
    ['code.wasm', 'application/wasm'],
    ['mf-manifest.json', 'application/json'],
    ['page.html', 'application/octet-stream'],
    ['LICENSE', 'application/octet-stream'],
  ])('web/%s is %s', async (name, type) => {
    expect((await cdn.get(`web/${name}`)).headers['content-type']).toBe(type);
  });

  it('an artifact is cached for ever, and inert when it is opened as a page', async () => {
    for (const file of ['ios.zip', 'web/app.js', 'web/page.html', 'web/img/logo.svg']) {
      const { headers } = await cdn.get(file);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it.each(['ios.zip', 'web/app.js', 'web/empty.txt', 'web/large.bin'])(
    'HEAD of %s has the headers of GET and no body',
    async (file) => {
      for (const accepted of [{}, { 'accept-encoding': 'br' }]) {
        const got = await cdn.get(file, accepted);
        const head = await cdn.get(file, accepted, 'HEAD');
        expect(head.status).toBe(200);
        expect(head.body).toHaveLength(0);
        expect(comparable(head.headers)).toEqual(comparable(got.headers));
      }
    },
  );

  it('HEAD takes no notice of a range, which is defined for GET alone', async () => {
    const head = await cdn.get('web/app.js', { range: 'bytes=0-9' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(String(WEB_FILES['app.js'].length));
  });

  it('many readers at once all get every byte', async () => {
    const files = Object.entries(WEB_FILES).flatMap((each) => [each, each, each, each]);
    const answers = await Promise.all(files.map(([name]) => cdn.get(`web/${name}`)));
    for (const [index, { body }] of answers.entries()) {
      expect(body.equals(Buffer.from(files[index]![1]))).toBe(true);
    }
  });

  describe('If-None-Match', () => {
    const etag = `"${sha256(Buffer.from(WEB_FILES['app.js']))}"`;

    it.each([
      etag,
      `W/${etag}`,
      '*',
      ` * `,
      `"other", ${etag}`,
      `W/"other" ,W/${etag}`,
      `${etag},"other"`,
    ])('%s is answered 304 without a body', async (header) => {
      const { status, headers, body } = await cdn.get('web/app.js', { 'if-none-match': header });
      expect(status).toBe(304);
      expect(body).toHaveLength(0);
      // What a cache updates its entry with.
      expect(headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      });
      expect(headers['content-encoding']).toBeUndefined();
    });

    it.each(['"other"', 'W/"other"', etag.slice(1, -1), '', '"*"'])(
      '%j is answered with the content',
      async (header) => {
        const { status, body } = await cdn.get('web/app.js', { 'if-none-match': header });
        expect(status).toBe(200);
        expect(body.toString()).toBe(WEB_FILES['app.js']);
      },
    );

    it('goes before a range, and holds for HEAD, too', async () => {
      const asked = { 'if-none-match': etag, range: 'bytes=0-1' };
      expect((await cdn.get('web/app.js', asked)).status).toBe(304);
      expect((await cdn.get('web/app.js', { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
    });
  });

  it('what is missing is answered 404, and no cache may keep that', async () => {
    for (const file of ['web/missing.js', 'linux.zip', 'web', 'web/', '']) {
      const { status, headers, body } = await cdn.get(file);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString()).code).toBe('artifact-not-found');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('an artifact that was missed before its registration is there right after it', async () => {
    const appId = newAppId();
    const path = `/cdn/mini-apps/${appId}/1.0.0/ios.zip`;
    expect((await cdn.getPath(path)).status).toBe(404);
    await cdn.server.upload(appId, '1.0.0');
    expect((await cdn.getPath(path)).status).toBe(404);
    await cdn.server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
    expect((await cdn.getPath(path)).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE'])('%s is no method of an artifact', async (method) => {
    expect((await cdn.get('ios.zip', {}, method)).status).toBe(404);
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function comparable(headers: object) {
  return { ...headers, date: undefined, 'x-request-id': undefined };
}
