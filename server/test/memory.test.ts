import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { buildMiniAppFixture } from '../src/hosting/archive/testing/miniAppArchive.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { clientOf } from './testing/client.ts';
import { useServer } from './testing/useServer.ts';

const MB = 1024 * 1024;

// How much memory a process has used is read from /proc.
describe.runIf(process.platform === 'linux')('memory', () => {
  const built = useServer();

  it('ten uploads of 20 MB at once need less than 150 MB, and come out whole', async () => {
    const server = await built.start(await built.newFolder());
    const client = clientOf(server);
    // Warm: what is loaded with the first upload is no part of what the others need.
    await client.uploadAll(newAppId(), '1.0.0');
    const idle = await memoryOf(server.pid, 'VmRSS');

    const { archives } = await buildMiniAppFixture('com.acme.orders', '1.0.0', {
      platforms: ['ios'],
      extraBytes: 20 * MB,
    });
    const apps = Array.from({ length: 10 }, () => newAppId());
    // One token alone may not have that many uploads under way.
    const issued = await client.post('/v1/admin/tokens', {
      name: 'Another',
      scopes: ['publish'],
      expiresInSeconds: 600,
    });
    const { token } = issued.json() as { token: string };
    const another = clientOf({ ...server, adminToken: token });
    const answers = await Promise.all(
      apps.map((appId, index) =>
        (index % 2 === 0 ? client : another).put(appId, '1.0.0', 'ios.zip', archives.ios),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(apps.map(() => 201));
    const most = await memoryOf(server.pid, 'VmHWM');
    expect(most - idle).toBeLessThan(150 * MB);

    const back = await client.fetchBack(apps[9]!, '1.0.0', 'ios.zip');
    expect(back.bytes.equals(archives.ios)).toBe(true);
    await server.kill('SIGKILL');
  });
});

/** The memory of a process in bytes: `VmRSS` is what it has now, `VmHWM` the most that it ever had. */
async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}
