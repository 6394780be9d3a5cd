import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';

describe('what a host asks', () => {
  let server: TestServer;
  const appId = newAppId();
  beforeAll(async () => {
    server = await createTestServer();
    await server.publish(appId, '1.0.0', { percentage: 100 });
  });
  afterAll(() => server.close());

  it('is not taken for what was found right once because it reads alike', async () => {
    const resolve = (query: string) =>
      server.send('GET', `/v1/mini-programs/${appId}/resolve?${query}`, { token: undefined });
    const right = await resolve('platform=ios&hostVersion=1.0.0&installId=phone-1');
    expect(right.statusCode, right.body).toBe(200);
    const alike = await resolve('platform%2ChostVersion=ios%201.0.0&installId=phone-1');
    expectProblem(alike, 'invalid-query');
  });
});
