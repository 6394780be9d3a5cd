import type { Crash, CrashDetails } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import {
  archiveOf,
  hugeMap,
  smallMap,
} from '../src/hosting/reports/crashes/source-maps/testing/maps.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { clientOf } from './testing/client.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

describe('the built server', () => {
  const built = useServer();

  it('lives on when a source map takes all the memory that it may, and reads the next', async () => {
    const server = await built.start(await built.newFolder());
    const appId = newAppId();
    await crash(server, appId, '1.0.0', hugeMap({ megabytes: 24 }));
    // Which of the two comes first is up to the machine.
    expect(await stackOf(server, appId, '1.0.0')).toMatchObject({
      mapping: 'failed',
      mappingFailure: expect.stringMatching(/^too-(large|slow)$/),
    });
    await crash(server, appId, '1.1.0', smallMap());
    expect(await stackOf(server, appId, '1.1.0')).toMatchObject({ mapping: 'applied' });
  });
});

/** Publishes a version with the source map, and reports that it crashed. */
async function crash(server: StartedServer, appId: string, version: string, map: string) {
  const client = clientOf(server);
  await client.uploadAll(appId, version, { web: true });
  const stack = `Error: No total\n    at in${version} (App.js:1:1)`;
  const report = {
    version,
    platform: 'web',
    hostVersion: '1.0.0',
    installId: 'install-1',
    kind: 'crashed',
    message: 'No total',
    stack,
  };
  for (const answer of [
    await client.put(appId, version, 'web.maps.zip', await archiveOf(map)),
    await client.post('/v1/admin/mini-programs', client.registration(appId, version)),
    await client.post(`/v1/mini-programs/${appId}/reports`, report),
  ]) {
    expect(answer.status, answer.bytes.toString()).toBeLessThan(300);
  }
}

async function stackOf(server: StartedServer, appId: string, version: string) {
  const { send } = clientOf(server);
  const list = await send('GET', `/v1/admin/crashes?appId=${appId}&version=${version}`);
  const { place } = (list.json() as { items: Crash[] }).items[0]!;
  const path = `/v1/admin/mini-programs/${appId}/crashes/${place}?version=${version}`;
  return ((await send('GET', path)).json() as CrashDetails).stack;
}
