import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it.each([
  ['/docs/json', /^application\/json/],
  ['/docs/yaml', /^application\/x-yaml/],
])('%s is written once, and not sent again to whoever has it', async (path, type) => {
  const first = await server.send('GET', path, { token: undefined });
  expect(first.headers['content-type']).toMatch(type);
  expect(first.body).toContain('/v1/mini-programs');
  const written = vi.spyOn(JSON, 'stringify');
  expect((await server.send('GET', path, { token: undefined })).body).toBe(first.body);
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const again = await server.send('GET', path, { token: undefined, headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});

it('the description of the API is sent to a network so often, and not more', async () => {
  const own = await createTestServer();
  const ask = async (network: string) => {
    const answer = await own.send('GET', '/docs/json', {
      token: undefined,
      remoteAddress: network,
    });
    return answer.statusCode;
  };
  const statuses = [];
  for (let n = 0; n < 31; n++) statuses.push(await ask('192.0.2.1'));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect(await ask('192.0.2.2')).toBe(200);
  await own.close();
});
