import { createHash } from 'node:crypto';

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../../testing/createTestServer.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';
import { zipFiles } from '../../archive/testing/zipFiles.ts';
import { webArchive } from '../testing/webArchive.ts';
import { whatStays } from '../testing/storedFiles.ts';

describe.each(testEngines())('uploading ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const put = (
    appId: string,
    file: string,
    payload: Buffer | string,
    options: { headers?: Record<string, string>; token?: string } = {},
  ) => server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/${file}`, { payload, ...options });
  const fetchBack = (appId: string, file: string) =>
    server.send('GET', `/v1/admin/artifacts/${appId}/1.0.0/${file}`);
  const onCdn = (key: string) => server.send('GET', `/cdn/${key}`, { token: undefined });
  const register = (appId: string) =>
    server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));

  it.each([
    ['ios.zip', 'mini-apps', 4],
    ['android.zip', 'mini-apps', 4],
    ['web.zip', 'mini-apps', 4],
    ['mf-manifest.json', 'mini-apps', 1],
    ['ios.maps.zip', 'source-maps', 1],
    ['android.maps.zip', 'source-maps', 1],
    ['web.maps.zip', 'source-maps', 1],
  ])('%s lands in %s/<appId>/<version>/ and is receipted', async (file, folder, files) => {
    const appId = newAppId();
    const { archives, manifest } = await buildMiniAppFixture(appId, '1.0.0');
    const maps = await zipFiles({ 'index.bundle.map': '{"version":3}' });
    const platform = file.split('.')[0] as 'ios';
    const bytes = file.endsWith('.json')
      ? Buffer.from(manifest)
      : file.includes('maps')
        ? maps
        : archives[platform];

    const response = await put(appId, file, bytes);
    expect(response.statusCode, response.body).toBe(201);
    const key = `${folder}/${appId}/1.0.0/${file}`;
    expect(response.json()).toEqual({ key, size: bytes.length, sha256: sha256(bytes), files });
    expect(await server.objects.stat(key)).toEqual({ size: bytes.length });
    const back = await fetchBack(appId, file);
    expect(back.rawPayload.equals(bytes)).toBe(true);
    expect(back.headers).toMatchObject({
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
  });

  it('nothing of a version is on the CDN before its registration, everything but source maps after', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0', { web: true });
    await put(appId, 'ios.maps.zip', await zipFiles({ 'index.bundle.map': '{}' }));
    const files = ['ios.zip', 'android.zip', 'web.zip', 'mf-manifest.json', 'web/mf-manifest.json'];
    const statuses = () =>
      Promise.all(
        files.map(async (file) => (await onCdn(`mini-apps/${appId}/1.0.0/${file}`)).statusCode),
      );

    expect(await statuses()).toEqual(files.map(() => 404));
    expect((await register(appId)).statusCode).toBe(201);
    expect(await statuses()).toEqual(files.map(() => 200));
    expect((await onCdn(`source-maps/${appId}/1.0.0/ios.maps.zip`)).statusCode).toBe(404);
    expect((await onCdn(`mini-apps/${appId}/1.0.0/ios.maps.zip`)).statusCode).toBe(404);
    expect((await fetchBack(appId, 'ios.maps.zip')).statusCode).toBe(200);
  });

  it('the same bytes again are answered 200 with the same receipt, before and after registration', async () => {
    const appId = newAppId();
    const uploads = await uploadsOf(appId, '1.0.0', { web: true });
    const all = async () => {
      const answers: LightMyRequestResponse[] = [];
      for (const [file, bytes] of uploads) answers.push(await put(appId, file, bytes));
      return answers;
    };
    const first = await all();
    const second = await all();
    await register(appId);
    const third = await all();
    expect(first.map((each) => each.statusCode)).toEqual(first.map(() => 201));
    for (const again of [second, third]) {
      expect(again.map((each) => each.statusCode)).toEqual(first.map(() => 200));
      expect(again.map((each) => each.json())).toEqual(first.map((each) => each.json()));
    }
  });

  it('other bytes replace an upload before the registration and are refused after it', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const other = await buildMiniAppFixture(appId, '1.0.0', { salt: 'other' });
    const third = await buildMiniAppFixture(appId, '1.0.0', { salt: 'third' });

    expect((await put(appId, 'ios.zip', other.archives.ios)).statusCode).toBe(200);
    expect((await register(appId)).json().platforms.ios.sha256).toBe(sha256(other.archives.ios));

    const refused = await put(appId, 'ios.zip', third.archives.ios);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('artifact-exists');
    const served = await onCdn(`mini-apps/${appId}/1.0.0/ios.zip`);
    expect(served.rawPayload.equals(other.archives.ios)).toBe(true);
  });

  it('after the registration nothing is added but source maps, and those change no more either', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    const late = await put(appId, 'web.zip', await webArchive(appId, '1.0.0'));
    expect(late.json().code).toBe('artifact-exists');
    const maps = (content: string) => zipFiles({ 'index.bundle.map': content });
    expect((await put(appId, 'ios.maps.zip', await maps('{}'))).statusCode).toBe(201);
    expect((await put(appId, 'ios.maps.zip', await maps('{}'))).statusCode).toBe(200);
    expect((await put(appId, 'ios.maps.zip', await maps('[]'))).statusCode).toBe(409);
  });

  it('a stated digest of a registered file is refused before the file is sent', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    const headers = { 'content-digest': digestOf('other') };
    const response = await put(appId, 'ios.zip', 'not even a zip', { headers });
    expect(response.json().code).toBe('artifact-exists');
  });

  it('an object that was lost after the registration can be uploaded again', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    const key = `mini-apps/${appId}/1.0.0/ios.zip`;
    await server.objects.delete(key);
    const { archives } = await buildMiniAppFixture(appId, '1.0.0');
    expect((await put(appId, 'ios.zip', archives.ios)).statusCode).toBe(200);
    expect((await onCdn(key)).rawPayload.equals(archives.ios)).toBe(true);
  });

  it('HEAD says what is uploaded, so that a publisher need not send it again', async () => {
    const appId = newAppId();
    const url = `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`;
    const { archives } = await buildMiniAppFixture(appId, '1.0.0');
    expect((await server.send('HEAD', url)).statusCode).toBe(404);
    await put(appId, 'ios.zip', archives.ios);
    const head = await server.send('HEAD', url);
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers).toMatchObject({
      etag: `"${sha256(archives.ios)}"`,
      'content-length': String(archives.ios.length),
    });
    expect((await server.send('HEAD', url, { token: undefined })).statusCode).toBe(401);
    await server.objects.delete(`mini-apps/${appId}/1.0.0/ios.zip`);
    expect((await server.send('HEAD', url)).statusCode).toBe(404);
  });

  describe('Content-Digest', () => {
    it('that fits is accepted, also among others', async () => {
      const { archives } = await buildMiniAppFixture('com.acme.digest', '1.0.0');
      for (const header of [
        digestOf(archives.ios),
        `sha-512=:${'A'.repeat(86)}==:, ${digestOf(archives.ios)}`,
      ]) {
        const response = await put(newAppId(), 'ios.zip', archives.ios, {
          headers: { 'content-digest': header },
        });
        expect(response.statusCode, response.body).toBe(201);
      }
    });

    it('that is another: 422, and nothing is stored', async () => {
      const appId = newAppId();
      const { archives } = await buildMiniAppFixture(appId, '1.0.0');
      const headers = { 'content-digest': digestOf('another') };
      const response = await put(appId, 'ios.zip', archives.ios, { headers });
      expect(response.statusCode).toBe(422);
      expect(response.json().code).toBe('artifact-digest-mismatch');
      expect((await fetchBack(appId, 'ios.zip')).statusCode).toBe(404);
      expect((await whatStays(server)).underWay).toEqual([]);
    });

    it.each(['sha-256=abc', 'sha-256=::', 'md5=:AAAA:', '', 'sha-256=:tooshort=:'])(
      'that is malformed (%j): 400',
      async (header) => {
        const headers = { 'content-digest': header };
        const response = await put(newAppId(), 'ios.zip', 'x', { headers });
        expect(response.statusCode).toBe(400);
        expect(response.json().code).toBe('invalid-header');
      },
    );
  });

  it.each([
    '/v1/admin/artifacts/com.acme.orders/1.0.0/linux.zip',
    '/v1/admin/artifacts/com.acme.orders/1.0.0/IOS.zip',
    '/v1/admin/artifacts/com.acme.orders/1.0.0/ios.zip.exe',
    '/v1/admin/artifacts/com.acme.orders/1.0.0/..%2f..%2fhost.db',
    '/v1/admin/artifacts/com.acme.orders/1.0/ios.zip',
    '/v1/admin/artifacts/com.acme.orders/01.0.0/ios.zip',
    '/v1/admin/artifacts/orders/1.0.0/ios.zip',
    '/v1/admin/artifacts/Com.Acme.Orders/1.0.0/ios.zip',
    '/v1/admin/artifacts/..%2f..%2fetc/1.0.0/ios.zip',
  ])('%s is no place for an upload: 400', async (url) => {
    const before = await whatStays(server);
    const response = await server.send('PUT', url, { payload: 'x' });
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('invalid-path');
    expect(await whatStays(server)).toEqual(before);
  });

  it('a token that is restricted to a mini-app uploads for that one alone', async () => {
    const appId = newAppId();
    const { token } = await server.issue({ scopes: ['publish'], apps: [appId] });
    const { archives } = await buildMiniAppFixture(appId, '1.0.0');
    expect((await put(appId, 'ios.zip', archives.ios, { token })).statusCode).toBe(201);

    const before = await whatStays(server);
    const refused = await put(newAppId(), 'ios.zip', archives.ios, { token });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe('app-not-allowed');
    const icon = await server.send('PUT', `/v1/admin/icons/${newAppId()}.png`, {
      payload: '\x89PNG\r\n\x1a\n',
      token,
    });
    expect(icon.json().code).toBe('app-not-allowed');
    expect(await whatStays(server)).toEqual(before);
  });

  it('a token without the scope publish uploads nothing, and none at all neither', async () => {
    const { token } = await server.issue({ scopes: ['release', 'push', 'read'] });
    const refused = await put(newAppId(), 'ios.zip', 'x', { token });
    expect(refused.json().code).toBe('scope-missing');
    const url = `/v1/admin/artifacts/${newAppId()}/1.0.0/ios.zip`;
    const anonymous = await server.send('PUT', url, { payload: 'x', token: undefined });
    expect(anonymous.statusCode).toBe(401);
  });
});

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function digestOf(bytes: Buffer | string): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
}
