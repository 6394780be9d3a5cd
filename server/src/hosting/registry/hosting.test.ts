import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';

describe.each(testEngines())('what hosts can rely on (%s)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  it('A published version can never be uploaded again with other content', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    const path = `/cdn/mini-apps/${appId}/1.0.0/ios.zip`;
    const before = (await server.send('GET', path)).rawPayload;
    await expect(server.upload(appId, '1.0.0', { salt: 'other' })).rejects.toThrow(/409/);
    expect((await server.send('GET', path)).rawPayload.equals(before)).toBe(true);
    // The same bytes again are no change.
    await server.upload(appId, '1.0.0');
  });

  it('The highest compatible version is picked, not the first registered; an unsatisfied range is refused at resolve, with the range in the message', async () => {
    const appId = newAppId();
    for (const version of ['1.10.0', '1.9.0', '1.2.0']) {
      await server.publish(appId, version, { percentage: 100 });
    }
    const resolve = (shared: string) => {
      const query = `platform=ios&hostVersion=1.0.0&installId=i&shared=${shared}`;
      return server.send('GET', `/v1/mini-programs/${appId}/resolve?${query}`);
    };
    const fitting = await resolve('react@19.2.3,react-native@0.86.1');
    expect(fitting.json()).toMatchObject({ version: '1.10.0' });
    const refused = expectProblem(
      await resolve('react@18.3.0,react-native@0.86.1'),
      'shared-unsatisfied',
    );
    expect(JSON.stringify(refused)).toContain('react@^19.2.0 (the host has 18.3.0)');
  });
});
