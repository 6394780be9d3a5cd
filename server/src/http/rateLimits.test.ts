import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { ADMIN_TOKEN, type TestServer, createTestServer } from '../testing/createTestServer.ts';
import { expectProblem } from '../testing/expectProblem.ts';

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

  it('leave artifacts, health, figures and docs alone', async () => {
    const server = await limited(1, 1);
    for (const [path, status] of [
      ['/cdn/mini-apps/com.acme.orders/1.0.0/ios.zip', 404],
      ['/health', 200],
      ['/ready', 200],
      ['/metrics', 200],
      ['/docs/json', 200],
      ['/docs/errors/rate-limited', 200],
    ] as const) {
      expect(await statuses(3, () => server.send('GET', path))).toEqual([status, status, status]);
    }
  });

  it('hold for a HEAD as for a GET', async () => {
    const server = await limited(1, 100);
    expect(await statuses(2, () => server.send('HEAD', '/v1/mini-programs'))).toEqual([200, 429]);
  });
});
