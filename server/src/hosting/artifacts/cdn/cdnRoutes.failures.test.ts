import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { type IncomingMessage, get } from 'node:http';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { encodedKey } from '../../records/artifactKeys.ts';
import { findArtifact } from '../../records/artifactRows.ts';
import { STORES, type TestCdn, WEB_FILES, startCdn } from '../testing/startCdn.ts';

const [FOLDER] = STORES;

describe('a path that leads astray', () => {
  let cdn: TestCdn;
  beforeAll(async () => {
    cdn = await startCdn(FOLDER!);
  });
  afterAll(() => cdn.close());

  it.each([
    '..',
    '../',
    '../../../../etc/passwd',
    '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%5c%2e%2e%5cetc%5cpasswd',
    '..\\..\\etc\\passwd',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    '//etc/passwd',
    './mini-apps',
    '.tmp/',
    'file:///etc/passwd',
    'mini-apps/../mini-apps/{app}/1.0.0/ios.zip',
    'mini-apps//{app}/1.0.0/ios.zip',
    '/mini-apps/{app}/1.0.0/ios.zip',
    'mini-apps/./{app}/1.0.0/ios.zip',
    'mini-apps/{app}/1.0.0/ios.zip/',
    'mini-apps/{app}/1.0.0/web/../ios.zip',
    'mini-apps/{app}/1.0.0/web/%2e%2e/ios.zip',
    'mini-apps/{app}/1.0.0/ios.zip%20',
    'mini-apps\\{app}\\1.0.0\\ios.zip',
    'mini-apps/{APP}/1.0.0/ios.zip',
    'mini-apps/{app}/1.0.0/%252e%252e/ios.zip',
    'source-maps/{app}/1.0.0/ios.maps.zip',
    'uploads/',
    `${'a/'.repeat(2000)}b`,
  ])('%s is answered 404', async (path) => {
    const real = path.replace('{app}', cdn.appId).replace('{APP}', cdn.appId.toUpperCase());
    const { status, headers, body } = await cdn.getPath(`/cdn/${real}`);
    expect(status, body.toString()).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body.toString()).not.toMatch(/root:|PK\u0003\u0004/);
  });

  it.each(['%00', 'mini-apps/{app}/1.0.0/ios.zip%00', '%', '%zz', '%c0%ae%c0%ae/', '%ff'])(
    '%s is no address at all: 400 or 404',
    async (path) => {
      const { status, body } = await cdn.getPath(`/cdn/${path.replace('{app}', cdn.appId)}`);
      expect([400, 404], body.toString()).toContain(status);
    },
  );

  it('objects that belong to no artifact are not there, though their keys are known', async () => {
    const key = `mini-apps/${cdn.appId}/1.0.0/web/app.js`;
    const js = (await findArtifact(cdn.server.db, key))!;
    expect(await cdn.server.objects.stat(encodedKey(js, 'br'))).toBeDefined();
    expect((await cdn.getPath(`/cdn/${encodedKey(js, 'br')}`)).status).toBe(404);
    await cdn.server.objects.putBytes('stray/file.js', Buffer.from('x'), {
      contentType: 'text/javascript',
    });
    expect((await cdn.getPath('/cdn/stray/file.js')).status).toBe(404);
  });
});

describe('a failing object store', () => {
  let cdn: TestCdn;
  beforeAll(async () => {
    cdn = await startCdn(FOLDER!);
  });
  afterAll(() => cdn.close());

  it.each([
    ['a small object', 'web/style.css', {}],
    ['a large one', 'web/large.bin', {}],
    ['a part of one', 'web/large.bin', { range: 'bytes=5-9' }],
    ['a compressed form', 'web/app.js', { 'accept-encoding': 'br' }],
  ] as [string, string, Record<string, string>][])(
    '%s that is lost: a 500 that says so, that no cache keeps and every client can read',
    async (_, file, asked) => {
      const { objects, db } = cdn.server;
      const artifact = (await findArtifact(db, `mini-apps/${cdn.appId}/1.0.0/${file}`))!;
      const key = asked['accept-encoding'] ? encodedKey(artifact, 'br') : artifact.key;
      await objects.delete(key);

      const { status, headers, body } = await cdn.get(file, asked);
      expect(status).toBe(500);
      expect(JSON.parse(body.toString()).code).toBe('internal-error');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-length']).toBe(String(body.length));
      for (const name of ['etag', 'content-encoding', 'content-range']) {
        expect(headers[name]).toBeUndefined();
      }
    },
  );

  it('an object that lacks bytes is not served', async () => {
    const key = `mini-apps/${cdn.appId}/1.0.0/web/tiny.js`;
    await cdn.server.objects.putBytes(key, Buffer.from('cut'), { contentType: 'text/javascript' });
    expect((await cdn.get('web/tiny.js')).status).toBe(500);

    // Once it is mended it is served without a restart.
    const whole = Buffer.from(WEB_FILES['tiny.js']);
    await cdn.server.objects.putBytes(key, whole, { contentType: 'text/javascript' });
    expect((await cdn.get('web/tiny.js')).status).toBe(200);
  });
});

// Which files are open is read from /proc.
it.runIf(process.platform === 'linux')(
  'a reader that goes away in the middle leaves no file open',
  async () => {
    const cdn = await startCdn(FOLDER!);
    try {
      const { port } = cdn.server.app.server.address() as { port: number };
      const path = `/cdn/mini-apps/${cdn.appId}/1.0.0/web/large.bin`;
      const openFiles = async () => {
        const fds = await readdir('/proc/self/fd');
        const targets = await Promise.all(
          fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
        );
        return targets.filter((target) => target.endsWith('large.bin')).length;
      };

      for (let reader = 0; reader < 5; reader++) {
        const asked = get({ port, path, host: '127.0.0.1', agent: false });
        const [answer] = (await once(asked, 'response')) as [IncomingMessage];
        await once(answer, 'readable');
        expect(await openFiles()).toBeGreaterThan(0);
        answer.destroy();
        await vi.waitFor(async () => expect(await openFiles()).toBe(0), 5000);
      }
      const whole = await cdn.get('web/large.bin');
      expect(whole.body.equals(WEB_FILES['large.bin'])).toBe(true);
    } finally {
      await cdn.close();
    }
  },
);
