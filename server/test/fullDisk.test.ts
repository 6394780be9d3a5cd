import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { buildMiniAppFixture } from '../src/hosting/archive/testing/miniAppArchive.ts';
import { webArchive } from '../src/hosting/artifacts/testing/webArchive.ts';
import { UploadFolder } from '../src/hosting/artifacts/upload/UploadFolder.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { type Answer, clientOf } from './testing/client.ts';
import { type SmallDisk, mountSmallDisk } from './testing/mountSmallDisk.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const KB = 1024;
const MB = 1024 * KB;

describe('a full disk', () => {
  const built = useServer();
  let disk: SmallDisk | undefined;
  let server: StartedServer;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    disk = await mountSmallDisk(32 * MB);
    if (!disk) return;
    server = await built.start(join(disk.folder, 'data'));
    client = clientOf(server);
  });
  afterAll(async () => {
    await server?.kill('SIGKILL');
    await disk?.unmount();
  });
  beforeEach(async ({ skip }) => {
    skip(disk === undefined);
    await disk?.empty();
  });
  const fill = (free: number) => disk!.fill(free);
  const empty = async () => {
    await disk!.empty();
    // With nothing but space the server is as it was.
    expect((await client.send('GET', '/ready')).status).toBe(200);
    await expect.poll(() => readdir(join(server.dataDir, 'uploads'))).toEqual([]);
  };

  it('an upload that does not fit: 507, nothing is left, and it works once there is space', async () => {
    const appId = newAppId();
    const { archives } = await buildMiniAppFixture(appId, '1.0.0', { extraBytes: 3 * MB });
    await fill(1 * MB);
    for (let attempt = 0; attempt < 5; attempt++) {
      isStorageFull(await client.put(appId, '1.0.0', 'ios.zip', archives.ios));
    }
    expect((await client.fetchBack(appId, '1.0.0', 'ios.zip')).status).toBe(404);
    await empty();
    expect((await client.put(appId, '1.0.0', 'ios.zip', archives.ios)).status).toBe(201);
  });

  it('an upload of which only the last piece does not fit is not taken without it', async () => {
    const uploads = new UploadFolder(await mkdtemp(join(disk!.folder, 'uploads-')));
    for (const free of [56, 32, 8]) {
      await fill(free * KB);
      const received = uploads.receive(
        // One piece: the system writes a part of it and calls that success.
        Readable.from([Buffer.alloc(60 * KB)], { objectMode: false }),
        { holder: 'somebody', maxBytes: MB },
        async ({ path, size }) => ({ size, written: (await stat(path)).size }),
      );
      await expect(received).rejects.toMatchObject({ code: 'storage-full' });
    }
    await empty();
  });

  it('an upload that fits, and its unpacked files do not: 507 and nothing is left', async () => {
    const appId = newAppId();
    const archive = await webArchive(appId, '1.0.0', {
      'large.bin': randomBytes(2 * MB),
      'larger.bin': randomBytes(3 * MB),
    });
    await fill(archive.length + 3 * MB);
    isStorageFull(await client.put(appId, '1.0.0', 'web.zip', archive));
    expect((await client.fetchBack(appId, '1.0.0', 'web.zip')).status).toBe(404);
    await empty();
    expect((await client.put(appId, '1.0.0', 'web.zip', archive)).status).toBe(201);
  });

  it('registrations: 507 without a trace, or kept; and again once there is space', async () => {
    const apps = Array.from({ length: 12 }, () => newAppId());
    for (const appId of apps) await client.uploadAll(appId, '1.0.0');
    await fill(0);

    const register = (appId: string) =>
      client.post('/v1/admin/mini-programs', client.registration(appId, '1.0.0'), {
        'idempotency-key': appId,
      });
    const answers: [string, Answer][] = [];
    for (const appId of apps) answers.push([appId, await register(appId)]);
    const refused = answers.filter(([, { status }]) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const [, answer] of refused) isStorageFull(answer);

    // Reading goes on all the while, and shows exactly what was answered.
    expect((await client.send('GET', '/health')).status).toBe(200);
    for (const [appId, { status }] of answers) {
      const record = await client.send('GET', `/v1/admin/mini-programs/${appId}/versions/1.0.0`);
      expect(record.status).toBe(status === 201 ? 200 : 404);
      const artifact = await client.send('GET', `/cdn/mini-apps/${appId}/1.0.0/ios.zip`);
      expect(artifact.status).toBe(status === 201 ? 200 : 404);
    }

    await empty();
    for (const appId of apps) expect((await register(appId)).status).toBe(201);
  });

  it('releases: 507 and the version stays as it was, or done; and again once there is space', async () => {
    const appId = newAppId();
    await client.uploadAll(appId, '1.0.0');
    await client.post('/v1/admin/mini-programs', client.registration(appId, '1.0.0'));
    const versions = `/v1/admin/mini-programs/${appId}/versions/1.0.0`;
    await fill(0);
    let percentage = 0;
    let refused = 0;
    // The log of the database has room for some, which it has from before.
    for (let step = 1; step <= 990 && refused < 3; step++) {
      const answer = await client.post(`${versions}/release`, { percentage: step / 10 });
      if (answer.status === 200) {
        percentage = step / 10;
      } else {
        isStorageFull(answer);
        refused++;
      }
    }
    const record = (await client.send('GET', versions)).json();
    expect(record).toMatchObject({ release: { percentage } });
    expect(refused).toBe(3);
    await empty();
    expect((await client.post(`${versions}/release`, { percentage: 100 })).status).toBe(200);
  });

  it('kill -9 on it loses nothing, and the server starts again', async () => {
    const appId = newAppId();
    await client.uploadAll(appId, '1.0.0');
    await client.post('/v1/admin/mini-programs', client.registration(appId, '1.0.0'));
    await fill(0);
    await client.post(`/v1/admin/mini-programs/${appId}/versions/1.0.0/release`);
    await server.kill('SIGKILL');
    await disk!.empty();
    server = await server.restart();
    client = clientOf(server);
    const record = await client.send('GET', `/v1/admin/mini-programs/${appId}/versions/1.0.0`);
    expect(record.status).toBe(200);
  });
});

function isStorageFull(answer: Answer): void {
  expect(answer.status, answer.bytes.toString()).toBe(507);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toMatchObject({ code: 'storage-full' });
}
