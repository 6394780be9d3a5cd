import type { Finding, Overview, SystemReport } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MemoryTransport } from '../push/transports/MemoryTransport.ts';
import type { FcmAddress } from '../push/transports/Transport.types.ts';
import {
  SERVER_KEY,
  type TestServer,
  createTestServer,
  newAppId,
} from '../testing/createTestServer.ts';
import { testEngines } from '../testing/testEngines.ts';

const FOUND: Finding = {
  what: 'disk',
  status: 'warning',
  detail: '4 % is free.',
  cure: 'Make space.',
};

describe.each(testEngines())('what is said of the system ($name)', (engine) => {
  const fcm = new MemoryTransport<FcmAddress>('fcm');
  let examined = 0;
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      engine,
      pushTransports: [fcm] as never,
      readSpace: async () => ({ total: 1000, free: 400 }),
      system: {
        configuration: [{ name: 'BASE_URL', value: 'http://localhost:8080' }],
        examine: async () => {
          examined++;
          return [FOUND];
        },
      },
    });
  });
  afterAll(() => server.close());
  const read = async () => {
    const response = await server.send('GET', '/v1/admin/system');
    expect(response.statusCode, response.body).toBe(200);
    return response.json<SystemReport>();
  };

  it('has nodes, storage, configuration, limits and findings, looked for once however many ask', async () => {
    const [report] = await Promise.all([read(), read(), read()]);
    expect(report).toMatchObject({
      server: { node: process.version },
      nodes: [{ connected: 0, isThis: true }],
      storage: { disk: { totalBytes: 1000, freeBytes: 400 } },
      pushServices: [{ name: 'fcm', state: 'working' }],
      configuration: [{ name: 'BASE_URL', value: 'http://localhost:8080' }],
      findings: [FOUND],
    });
    expect(report.limits).toContainEqual({ name: 'tokensPerRequest', value: 1000 });
    expect(examined).toBe(1);
    const response = await server.send('GET', '/v1/admin/system?findings=false');
    const { findings: _, ...others } = report;
    const { memoryBytes } = response.json<SystemReport>().server;
    expect(response.json()).toEqual({ ...others, server: { ...report.server, memoryBytes } });
    expect(examined).toBe(1);
  });

  it('has what a push service said last when it refused us', async () => {
    fcm.answer = () => ({ kind: 'auth-problem', code: 'UNAUTHENTICATED' });
    const token = `fcm:${newAppId()}`;
    const payload = { token, platform: 'android' };
    await server.send('POST', '/devices/register', { payload, token: undefined });
    const headers = { authorization: `key=${SERVER_KEY}` };
    const message = { to: token, notification: { title: 'Hello' } };
    await server.post('/fcm/send', message, { token: undefined, headers });
    await expect
      .poll(async () => (await read()).pushServices[0])
      .toMatchObject({
        state: 'failing',
        lastError: { code: 'UNAUTHENTICATED', at: expect.any(String) as string },
      });
    const attention = async (options: { token?: string } = {}) => {
      const response = await server.send('GET', '/v1/admin/overview', options);
      return response.json<Overview>().attention;
    };
    const at = expect.any(String) as string;
    expect(await attention()).toEqual([
      {
        kind: 'push-service-failing',
        name: 'fcm',
        nodes: 1,
        failingOn: 1,
        error: 'UNAUTHENTICATED',
        at,
      },
    ]);
    const ofOne = await server.issue({ scopes: ['read'], apps: ['com.acme.mine'] });
    expect(await attention({ token: ofOne.token })).toEqual([]);
  });
});
