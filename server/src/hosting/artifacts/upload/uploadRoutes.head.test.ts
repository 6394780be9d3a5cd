import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../../testing/createTestServer.ts';
import { ask } from '../testing/ask.ts';

describe('asking whether an artifact is uploaded', () => {
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await createTestServer();
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const head = async (path: string, token?: string) => {
    const bearer = token ?? (await server.issue({ scopes: ['read'] })).token;
    const headers = { authorization: `Bearer ${bearer}` };
    return ask(origin, `/v1/admin/artifacts/${path}`, { method: 'HEAD', headers });
  };

  it('is answered with sha256 and size, before and after the registration', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const [[file, bytes]] = (await uploadsOf(appId, '1.0.0')) as [[string, Buffer]];
    const expected = {
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      'content-length': String(bytes.length),
      'content-type': 'application/zip',
    };
    const before = await head(`${appId}/1.0.0/${file}`);
    expect(before.status).toBe(200);
    expect(before.headers).toMatchObject(expected);
    expect(before.body).toHaveLength(0);

    await server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
    expect((await head(`${appId}/1.0.0/${file}`)).headers).toMatchObject(expected);
  });

  it('reads none of its bytes', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const read = vi.spyOn(server.objects, 'read');
    expect((await head(`${appId}/1.0.0/ios.zip`)).status).toBe(200);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('is answered with 404 where nothing or something else lies', async () => {
    const appId = newAppId();
    expect((await head(`${appId}/1.0.0/ios.zip`)).status).toBe(404);
    await server.upload(appId, '1.0.0');
    const metadata = { contentType: 'application/zip' };
    await server.objects.putBytes(`mini-apps/${appId}/1.0.0/ios.zip`, Buffer.from('x'), metadata);
    expect((await head(`${appId}/1.0.0/ios.zip`)).status).toBe(404);
    expect((await head(`${appId}/1.0.0/android.zip`)).status).toBe(200);
  });

  it('needs the scope read for that mini-app', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const publisher = await server.issue({ scopes: ['publish'] });
    expect((await head(`${appId}/1.0.0/ios.zip`, publisher.token)).status).toBe(403);
    const other = await server.issue({ scopes: ['read'], apps: [newAppId()] });
    expect((await head(`${appId}/1.0.0/ios.zip`, other.token)).status).toBe(403);
  });
});
