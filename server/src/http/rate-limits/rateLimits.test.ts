import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { ADMIN_TOKEN, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';

describe('rate limits', () => {
  let unlimited: TestServer;
  const servers: TestServer[] = [];
  beforeAll(async () => {
    unlimited = await createTestServer();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const server of servers.splice(0)) await server.close();
  });
  afterAll(() => unlimited.close());
  /** Counts anew; only the database is there already. */
  const limited = async (perAddress: number, perToken: number) => {
    const { db } = unlimited;
    const server = await createTestServer({ db, config: { rateLimits: { perAddress, perToken } } });
    servers.push(server);
    return server;
  };
  const statuses = async (count: number, ask: () => Promise<LightMyRequestResponse>) => {
    const seen = [];
    for (let index = 0; index < count; index++) seen.push((await ask()).statusCode);
    return seen;
  };

  it('refuse an address that asks too often with 429 and Retry-After, and no other address', async () => {
    const server = await limited(3, 100);
    const from = (remoteAddress: string) => () =>
      server.send('GET', '/v1/mini-programs', { remoteAddress, token: undefined });
    expect(await statuses(5, from('203.0.113.1'))).toEqual([200, 200, 200, 429, 429]);
    const refused = await from('203.0.113.1')();
    expect(expectProblem(refused, 'rate-limited').detail).toContain('3 requests a minute');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await statuses(1, from('203.0.113.2'))).toEqual([200]);
  });

  it('count everything that an address asks together, wrong tokens too', async () => {
    const server = await limited(3, 100);
    const guess = () => server.send('GET', '/v1/admin/tokens', { token: 'a-guess' });
    expect(await statuses(4, guess)).toEqual([401, 401, 401, 429]);
    const good = () => server.send('GET', '/v1/admin/tokens', { token: ADMIN_TOKEN });
    expect(await statuses(1, good)).toEqual([429]);
    expect(await statuses(1, () => server.send('GET', '/v1/mini-programs'))).toEqual([429]);
  });

  it('let the address ask again when the minute is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const server = await limited(2, 100);
    const ask = () => server.send('GET', '/v1/mini-programs', { token: undefined });
    expect(await statuses(3, ask)).toEqual([200, 200, 429]);
    vi.setSystemTime(Date.now() + 30_000);
    expect(await statuses(1, ask)).toEqual([429]);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await statuses(3, ask)).toEqual([200, 200, 429]);
  });

  it('refuse a token that asks too often, from wherever, and no other token', async () => {
    const server = await limited(1000, 3);
    const { token } = await server.issue({ scopes: ['read'] });
    let host = 0;
    const asking = (bearer: string) => () =>
      server.send('GET', '/v1/admin/mini-programs', {
        token: bearer,
        remoteAddress: `203.0.113.${++host}`,
      });
    expect(await statuses(4, asking(token))).toEqual([200, 200, 200, 429]);
    const refused = await asking(token)();
    expect(expectProblem(refused, 'rate-limited').detail).toContain('this token');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statuses(2, asking(ADMIN_TOKEN))).toEqual([200, 200]);
  });

  it('take ten times as many files, and count probes apart', async () => {
    const server = await limited(1, 1);
    const files = [
      '/cdn/mini-apps/com.acme.orders/1.0.0/ios.zip',
      '/docs/json',
      '/docs/errors/rate-limited',
      '/docs/',
      '/',
    ];
    const seen = [];
    for (const path of [...files, ...files, files[0]!]) {
      seen.push((await server.send('GET', path, { token: undefined })).statusCode);
    }
    expect(seen).toEqual([404, 200, 200, 200, 302, 404, 200, 200, 200, 302, 429]);
    for (const path of ['/health', '/ready']) {
      expect(await statuses(3, () => server.send('GET', path))).toEqual([200, 200, 200]);
    }
  });

  it('hold for what is nowhere, and for addresses that cannot be read', async () => {
    const server = await limited(2, 100);
    expect(await statuses(3, () => server.send('GET', '/nothing'))).toEqual([404, 404, 429]);
    expect(await statuses(1, () => server.send('GET', '/%zz'))).toEqual([429]);
  });

  it('hold for what browsers ask beforehand, in words that pages can read', async () => {
    const server = await limited(1, 100);
    const headers = {
      origin: 'http://localhost:8080',
      'access-control-request-method': 'GET',
    };
    const ask = () => server.app.inject({ method: 'OPTIONS', url: '/v1/mini-programs', headers });
    expect(await statuses(2, ask)).toEqual([204, 429]);
    expect((await ask()).headers['access-control-allow-origin']).toBe('http://localhost:8080');
  });

  it('are declared for every route: a new one in no scope that counts fails here', async () => {
    const uncounted = unlimited.routes
      .filter(({ config }) => config?.limit === undefined)
      .map(({ method, url }) => `${String(method)} ${url}`);
    expect(uncounted).toEqual([]);
    expect(unlimited.routes.length).toBeGreaterThan(100);
  });

  it('hold for a HEAD as for a GET', async () => {
    const server = await limited(1, 100);
    expect(await statuses(2, () => server.send('HEAD', '/v1/mini-programs'))).toEqual([200, 429]);
  });
});
