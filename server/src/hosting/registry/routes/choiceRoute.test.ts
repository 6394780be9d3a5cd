import type { VersionChoice } from '@host/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { rolloutBucket } from '../resolution/rolloutBucket.ts';

let server: TestServer;
beforeAll(async () => void (server = await createTestServer()));
afterAll(() => server.close());

it('says which version an install would get, and why not the others', async () => {
  const appId = newAppId();
  await server.publish(appId, '1.0.0', { percentage: 100 });
  await server.publish(appId, '1.1.0', { percentage: 10 });
  await server.publish(appId, '1.2.0', {
    percentage: 100,
    registration: { minHostVersion: '9.0.0' },
  });
  const ask = async (query: string) => {
    const path = `/v1/admin/mini-programs/${appId}/choice?hostVersion=1.0.0&${query}`;
    const response = await server.send('GET', path);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<VersionChoice>();
  };
  const installs = Array.from({ length: 500 }, (_, index) => `install-${index}`);
  const bucketOf = (installId: string) => rolloutBucket(appId, '1.1.0', installId);
  const within = installs.find((each) => bucketOf(each) < 1000)!;
  const outside = installs.find((each) => bucketOf(each) >= 1000)!;

  const lucky = await ask(`platform=ios&installId=${within}`);
  expect(lucky).toMatchObject({
    version: '1.1.0',
    verdicts: [
      { version: '1.2.0', verdict: 'host-too-old', detail: 'it needs host 9.0.0' },
      { version: '1.1.0', verdict: 'chosen', percentage: 10 },
      { version: '1.0.0', verdict: 'newer-chosen' },
    ],
  });
  const other = await ask(`platform=ios&installId=${outside}`);
  expect(other.version).toBe('1.0.0');
  expect(other.verdicts[1]).toMatchObject({
    verdict: 'not-in-share',
    detail: `10 % have it, this install is at ${bucketOf(outside) / 100} %`,
  });
  const web = await ask('platform=web');
  expect(web.version).toBeUndefined();
  expect(new Set(web.verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['not-on-platform']));
  await server.post(`/v1/admin/mini-programs/${appId}/suspend`, {});
  expect(await ask('platform=ios')).toMatchObject({ suspended: true });
  expectProblem(
    await server.send(
      'GET',
      '/v1/admin/mini-programs/com.acme.none/choice?platform=ios&hostVersion=1.0.0',
    ),
    'mini-program-not-found',
  );
});
