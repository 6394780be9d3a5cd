import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { listenForMetrics } from '../http/listenForMetrics.ts';
import { type TestServer, createTestServer } from '../testing/createTestServer.ts';
import { expectProblem } from '../testing/expectProblem.ts';

const METRICS_TOKEN = 'a-token-of-prometheus';

describe('the figures for Prometheus', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ config: { metricsToken: METRICS_TOKEN } });
  });
  afterAll(() => server.close());
  const ask = (token: string | undefined) => server.send('GET', '/metrics', { token });

  it('are told to METRICS_TOKEN and to admin tokens that read everything, and to nobody else', async () => {
    const reader = await server.issue({ scopes: ['read'] });
    const publisher = await server.issue({ scopes: ['read'], apps: ['com.acme.orders'] });
    const sender = await server.issue({ scopes: ['push'] });
    expect((await ask(METRICS_TOKEN)).statusCode).toBe(200);
    expect((await ask(reader.token)).statusCode).toBe(200);
    expectProblem(await ask(undefined), 'unauthorized');
    expectProblem(await ask('a-guess'), 'unauthorized');
    expectProblem(await ask(publisher.token), 'scope-missing');
    expectProblem(await ask(sender.token), 'scope-missing');
  });

  it('are put together once for all who ask at the same time', async () => {
    const written = vi.spyOn(server.app.metrics, 'metrics');
    await Promise.all(Array.from({ length: 20 }, () => ask(METRICS_TOKEN)));
    expect(written.mock.calls.length).toBeLessThan(20);
    written.mockRestore();
  });

  it('have a port of their own where no token is needed, and nothing else', async () => {
    const listening = await listenForMetrics(server.app.metrics, { port: 0, host: '127.0.0.1' });
    const { port } = listening.address() as { port: number };
    const own = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${own}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toContain('http_request_duration_seconds');
    expect((await fetch(`${own}/v1/config`)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(404);
    listening.close();
  });
});
