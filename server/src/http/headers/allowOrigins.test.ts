import { connect } from 'node:net';
import { once } from 'node:events';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';

const HOST = 'https://app.example';

describe('pages of other origins', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ config: { hostOrigins: [HOST] } });
  });
  afterAll(() => server.close());

  const ask = (method: 'GET' | 'OPTIONS' | 'POST', url: string, headers: Record<string, string>) =>
    server.app.inject({ method, url, headers });
  const preflight = (url: string, origin: string, method = 'DELETE') =>
    ask('OPTIONS', url, {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,idempotency-key',
    });

  it.each([HOST, 'http://localhost:8080'])(
    'of %s may read answers, without cookies',
    async (origin) => {
      const { headers, statusCode } = await ask('GET', '/v1/config', { origin });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': '*',
        vary: 'origin',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  it('may read what is wrong, too', async () => {
    const refused = await ask('GET', '/v1/admin/tokens', { origin: HOST });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe(HOST);
  });

  it.each(['/v1/admin/tokens', '/v1/push/topics/news', '/v1/me', '/api/any/path', '/v1/config'])(
    'may ask whether they may send anything to %s',
    async (url) => {
      const answer = await preflight(url, HOST);
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': HOST,
        'access-control-allow-methods': 'DELETE',
        'access-control-allow-headers': 'authorization,idempotency-key',
        'access-control-max-age': '7200',
      });
    },
  );

  it.each([
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'null',
  ])('of %s may do neither', async (origin) => {
    const read = await ask('GET', '/v1/config', { origin });
    expect(read.statusCode).toBe(200);
    expect(read.headers).toMatchObject({ vary: 'origin' });
    const asked = await preflight('/v1/admin/tokens', origin);
    for (const { headers } of [read, asked]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(asked.statusCode).toBe(404);
  });

  it('may read the stream of events of a device', async () => {
    const credentials = (await server.send('POST', '/v1/push/tokens', { token: undefined })).json<{
      token: string;
      key: string;
    }>();
    const body = { token: credentials.token, platform: 'web' };
    await server.post('/devices/register', body, { token: undefined });
    const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(address.port), address.hostname);
    socket.write(
      `GET /v1/push/stream HTTP/1.1\r\nHost: x\r\nOrigin: ${HOST}\r\nAuthorization: Bearer ${credentials.key}\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
    expect(head.toString().toLowerCase()).toContain(`access-control-allow-origin: ${HOST}\r\n`);
  });
});
