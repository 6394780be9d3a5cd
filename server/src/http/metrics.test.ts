import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../testing/createTestServer.ts';

describe('the figures for Prometheus', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const figures = async () => {
    const response = await server.send('GET', '/metrics');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    return response.body.split('\n');
  };
  const counted = async (labels: string) => {
    const line = (await figures()).find((each) =>
      each.startsWith(`http_request_duration_seconds_count{${labels}}`),
    );
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it('count requests by method, pattern of the route and status', async () => {
    const appId = newAppId();
    const resolve = `/v1/mini-programs/${appId}/resolve`;
    await server.send('GET', `${resolve}?platform=ios&hostVersion=1.0.0`);
    await server.send('GET', `${resolve}?platform=ios`);
    await server.send('GET', `${resolve}?platform=android`);
    const route = 'route="/v1/mini-programs/:appId/resolve"';
    expect(await counted(`method="GET",${route},status="404"`)).toBe(1);
    expect(await counted(`method="GET",${route},status="400"`)).toBe(2);
    await server.send('POST', '/v1/admin/tokens', { token: undefined });
    expect(await counted('method="POST",route="/v1/admin/tokens",status="401"')).toBe(1);
  });

  it('are named as totals where they count, and nowhere else', async () => {
    const types = (await figures()).filter((line) => line.startsWith('# TYPE '));
    const counts = (line: string) => line.endsWith(' counter');
    const isNamedTotal = (line: string) => /^# TYPE \S+_total /.test(line);
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((line) => counts(line) !== isNamedTotal(line))).toEqual([]);
  });

  it('have patterns and never paths: what callers make up does not grow them', async () => {
    const ask = async (marker: string) => {
      for (const path of [
        `/${marker}`,
        `/cdn/${marker}`,
        `/v1/mini-programs/com.acme.${marker}/resolve`,
        `/docs/errors/${marker}`,
        `/v1/mini-programs?q=${marker}`,
        `/cdn/%zz${marker}`,
      ]) {
        await server.send('GET', path);
      }
      return figures();
    };
    const first = await ask('madeup1');
    const second = await ask('madeup2');
    expect(second.join('\n')).not.toContain('madeup');
    const series = (lines: string[]) =>
      lines.filter((line) => line.startsWith('http_')).map((line) => line.split(' ')[0]);
    expect(series(second)).toEqual(series(first));
    expect(await counted('method="GET",route="none",status="404"')).toBe(2);
  });

  it('tell how many requests are under way, and come back to one', async () => {
    await server.send('GET', '/cdn/%zz');
    await Promise.all(Array.from({ length: 10 }, () => server.send('GET', '/health')));
    expect(await figures()).toContain('http_requests_under_way 1');
  });

  it('have the bytes that were sent, and how the process is', async () => {
    const { headers } = await server.send('GET', '/health');
    const lines = await figures();
    const line = lines.find((each) =>
      each.startsWith('http_response_bytes_total{route="/health"}'),
    );
    expect(Number(line?.split(' ').at(-1))).toBeGreaterThanOrEqual(
      Number(headers['content-length']),
    );
    expect(lines.some((each) => each.startsWith('process_resident_memory_bytes '))).toBe(true);
  });
});
