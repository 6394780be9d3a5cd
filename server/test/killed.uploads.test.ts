import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { openUpload } from '../src/hosting/artifacts/testing/openUpload.ts';
import { webArchive } from '../src/hosting/artifacts/testing/webArchive.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { clientOf, sha256 } from './testing/client.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const CHUNKS = 40;
const WITHIN_MS = 20_000;

/** Where an upload is, as seen from outside. */
interface Place {
  uploads: string;
  /** Where the version's objects lie. */
  objects: string;
}

/** From the first byte on disk to the last; each is hit by one kill. */
const MOMENTS: Record<string, (place: Place) => Promise<boolean>> = {
  'it begins': async () => true,
  'it is received': async ({ uploads }) => (await entries(uploads)) > 0,
  'it is unpacked': async ({ uploads }) => (await deepEntries(uploads)) > CHUNKS / 2,
  'its archive is stored': ({ objects }) => exists(join(objects, 'web.zip')),
  'its first files are stored': ({ objects }) => exists(join(objects, 'web/chunks/0.js')),
  'half of its files are stored': ({ objects }) => exists(join(objects, 'web/chunks/25.js')),
  'its last file is stored': ({ objects }) => exists(join(objects, 'web/mf-manifest.json')),
};

describe('kill -9 during an upload', { timeout: 120_000 }, () => {
  const built = useServer();

  it('leaves the artifact whole or not at all, wherever it hits', async () => {
    let server = await built.start(await built.newFolder());
    const outcomes: string[] = [];
    for (const moment of [...Object.values(MOMENTS), 'after the answer'] as const) {
      const appId = newAppId();
      const archive = await archiveOf(appId, 'first');
      const answered = clientOf(server)
        .put(appId, '1.0.0', 'web.zip', archive)
        .then(({ status }) => status)
        .catch(() => undefined);
      if (typeof moment === 'string') await answered;
      else await until(() => moment(placeOf(server, appId)), answered);
      await server.kill('SIGKILL');
      const status = await answered;

      server = await server.restart();
      const client = clientOf(server);
      expect(await readdir(join(server.dataDir, 'uploads'))).toEqual([]);
      const back = await client.fetchBack(appId, '1.0.0', 'web.zip');
      expect([undefined, 201]).toContain(status);
      expect(status === 201 ? [200] : [200, 404]).toContain(back.status);
      expect(back.status === 404 || back.bytes.equals(archive)).toBe(true);
      outcomes.push(`${status ?? 'unanswered'} then ${back.status}`);

      // And the version can be finished as if nothing had happened.
      await client.uploadAll(appId, '1.0.0');
      const again = await client.put(appId, '1.0.0', 'web.zip', archive);
      expect(again.status).toBe(back.status === 200 ? 200 : 201);
      await registerAndCompare(server, appId, archive);
    }
    // Otherwise the kills all came too late, and nothing was tried.
    expect(outcomes.filter((each) => each === 'unanswered then 404').length).toBeGreaterThan(3);
    expect(outcomes.at(-1)).toBe('201 then 200');
    await server.kill('SIGKILL');
  });

  it('that replaces another leaves one of them whole, or none', async () => {
    let server = await built.start(await built.newFolder());
    const outcomes: number[] = [];
    for (const chunk of [0, 20, 5]) {
      const appId = newAppId();
      const first = await archiveOf(appId, 'first');
      const second = await archiveOf(appId, 'other');
      await clientOf(server).uploadAll(appId, '1.0.0');
      await clientOf(server).put(appId, '1.0.0', 'web.zip', first);
      const answered = clientOf(server)
        .put(appId, '1.0.0', 'web.zip', second)
        .catch(() => undefined);
      const file = join(placeOf(server, appId).objects, `web/chunks/${chunk}.js`);
      await until(async () => (await readFile(file, 'utf8')).includes('other'), answered);
      await server.kill('SIGKILL');
      await answered;

      server = await server.restart();
      const client = clientOf(server);
      const back = await client.fetchBack(appId, '1.0.0', 'web.zip');
      outcomes.push(back.status);
      if (back.status === 404) await client.put(appId, '1.0.0', 'web.zip', first);
      const left = back.status === 404 ? first : back.bytes;
      expect([first, second].some((archive) => archive.equals(left))).toBe(true);
      await registerAndCompare(server, appId, left);
    }
    // Otherwise no kill came while files were being replaced.
    expect(outcomes).toContain(404);
    await server.kill('SIGKILL');
  });

  it('whose sender is slow leaves nothing', async () => {
    const server = await built.start(await built.newFolder());
    const appId = newAppId();
    const path = `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`;
    const headers = { 'content-length': 1_000_000 };
    const upload = await openUpload(server.url, path, headers, server.adminToken);
    upload.send(randomBytes(500_000));
    const { uploads } = placeOf(server, appId);
    await until(async () => (await entries(uploads)) === 1);
    await server.kill('SIGKILL');
    await upload.closed();
    expect(await readdir(uploads)).toHaveLength(1);

    const again = await server.restart();
    expect(await readdir(uploads)).toEqual([]);
    expect((await clientOf(again).fetchBack(appId, '1.0.0', 'ios.zip')).status).toBe(404);
    await again.kill('SIGKILL');
  });
});

/** Many files, so that there are many moments between the first and the last. */
function archiveOf(appId: string, salt: string): Promise<Buffer> {
  const files = Array.from({ length: CHUNKS }, (_, number): [string, string] => [
    `chunks/${number}.js`,
    `/* ${salt} */ export const number = ${number};\n`.repeat(50),
  ]);
  return webArchive(appId, '1.0.0', Object.fromEntries(files));
}

async function registerAndCompare(server: StartedServer, appId: string, archive: Buffer) {
  const client = clientOf(server);
  const body = client.registration(appId, '1.0.0');
  const registered = await client.post('/v1/admin/mini-programs', body);
  expect(registered.status, registered.bytes.toString()).toBe(201);
  const served = await client.send('GET', `/cdn/mini-apps/${appId}/1.0.0/web.zip`);
  expect(sha256(served.bytes)).toBe(sha256(archive));
}

function placeOf({ dataDir }: StartedServer, appId: string): Place {
  return {
    uploads: join(dataDir, 'uploads'),
    objects: join(dataDir, 'objects/mini-apps', appId, '1.0.0'),
  };
}

/** Looks again and again until something holds or the upload is over. */
async function until(holds: () => Promise<boolean>, over?: Promise<unknown>): Promise<void> {
  const upload = { isOver: false };
  void over?.then(() => (upload.isOver = true));
  const deadline = performance.now() + WITHIN_MS;
  while (!upload.isOver && !(await holds().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('The moment to kill it did not come.');
    await setTimeout(1);
  }
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(() => true);
}

async function entries(folder: string): Promise<number> {
  return (await readdir(folder)).length;
}

async function deepEntries(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true })).length;
}
