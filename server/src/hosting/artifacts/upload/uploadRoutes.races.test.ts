import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFolderObjectStore } from '../../../storage/objects/FolderObjectStore.ts';
import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../../testing/createTestServer.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';
import { webArchive } from '../testing/webArchive.ts';
import { storedFiles } from '../testing/storedFiles.ts';

describe.each(testEngines())('uploads that replace each other ($name)', (engine) => {
  let server: TestServer;
  let folder: string;
  let objects: ObjectStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'race-objects-'));
    objects = createFolderObjectStore({ root: folder });
    server = await createTestServer({ engine, objects });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const put = (appId: string, file: string, payload: Buffer | string) =>
    server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/${file}`, { payload });
  const register = (appId: string) =>
    server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
  const served = async (appId: string, file: string) =>
    (await server.send('GET', `/cdn/mini-apps/${appId}/1.0.0/${file}`)).rawPayload;

  it('of two at the same time one wins whole, and the registration then verifies', async () => {
    for (let round = 0; round < 4; round++) {
      const appId = newAppId();
      await server.upload(appId, '1.0.0');
      const archives = await Promise.all(
        ['a', 'b', 'c', 'd'].map((salt) =>
          webArchive(appId, '1.0.0', { 'who.js': salt, [salt]: '' }),
        ),
      );
      const answers = await Promise.all(archives.map((bytes) => put(appId, 'web.zip', bytes)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 200, 200, 201,
      ]);

      const registered = await register(appId);
      expect(registered.statusCode, registered.body).toBe(201);
      const winner = await served(appId, 'web.zip');
      expect(archives.some((bytes) => bytes.equals(winner))).toBe(true);
      expect(sha256(winner)).toBe(registered.json().platforms.web.sha256);
      const who = await served(appId, 'web/who.js');
      const index = archives.findIndex((bytes) => bytes.equals(winner));
      expect(who.toString()).toBe(['a', 'b', 'c', 'd'][index]);
    }
  });

  it('a version that is registered meanwhile has the bytes of its digests, always', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const appId = newAppId();
      await server.upload(appId, '1.0.0', { web: true });
      const other = await buildMiniAppFixture(appId, '1.0.0', { salt: 'other' });
      const web = await webArchive(appId, '1.0.0', { 'more.js': 'x'.repeat(round * 500) });
      const replacing = [
        put(appId, 'ios.zip', other.archives.ios),
        put(appId, 'android.zip', other.archives.android),
        put(appId, 'web.zip', web),
      ];
      // At first before all of them, at last after all of them, and at many moments in between.
      await (round < 9 ? wait(round * 4) : Promise.all(replacing));
      const registered = await register(appId);
      const uploads = await Promise.all(replacing);
      expect(registered.statusCode, registered.body).toBe(201);
      for (const upload of uploads) expect([200, 409]).toContain(upload.statusCode);
      outcomes.add(uploads.map(({ statusCode }) => statusCode).join());

      const { platforms } = registered.json<{ platforms: Record<string, { sha256: string }> }>();
      for (const [platform, { sha256: stated }] of Object.entries(platforms)) {
        expect(sha256(await served(appId, `${platform}.zip`))).toBe(stated);
      }
      const files = await server.db.all<{ object_key: string; sha256: string }>(
        `SELECT object_key, sha256 FROM artifacts WHERE app_id = ?`,
        appId,
      );
      for (const file of files) {
        const { rawPayload } = await server.send('GET', `/cdn/${file.object_key}`);
        expect(sha256(rawPayload), file.object_key).toBe(file.sha256);
      }
    }
    // Otherwise the race was always won by the same side, and nothing was tried.
    expect(outcomes.size).toBeGreaterThan(1);
  });

  it('a replaced web archive drops the files that are gone', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const first = { 'old.js': 'old'.repeat(300), 'kept.js': 'one', shape: 'a file' };
    await put(appId, 'web.zip', await webArchive(appId, '1.0.0', first));
    const second = { 'new.js': 'new', 'kept.js': 'two', 'shape/inner.js': 'a folder now' };
    const replaced = await put(appId, 'web.zip', await webArchive(appId, '1.0.0', second));
    expect(replaced.statusCode, replaced.body).toBe(200);

    const { objects: keys, rows } = await storedFiles(server);
    const below = `mini-apps/${appId}/1.0.0/web/`;
    for (const list of [keys, rows]) {
      const names = list
        .filter((key) => key.startsWith(below))
        .map((key) => key.replace(below, ''));
      expect(names).toContain('new.js');
      expect(names).toContain('shape/inner.js');
      expect(names).not.toContain('old.js');
      expect(names).not.toContain('shape');
    }
    expect((await register(appId)).statusCode).toBe(201);
    expect((await served(appId, 'web/kept.js')).toString()).toBe('two');
    expect((await server.send('GET', `/cdn/${below}old.js`)).statusCode).toBe(404);
  });

  it.each(['ios.zip', 'web.zip'])(
    'a replacement of %s that breaks off half-way leaves no upload, and either can be sent again',
    async (file) => {
      const putFile = objects.putFile.bind(objects);
      for (let after = 1; after <= 3; after++) {
        const appId = newAppId();
        await server.upload(appId, '1.0.0', { web: true });
        const archiveOf = (salt: string) =>
          webArchive(appId, '1.0.0', { 'a.js': salt, 'b.js': salt });
        const [first, second] = await Promise.all([archiveOf('1'), archiveOf('2')]);
        expect(first).toHaveLength(second.length);
        await put(appId, file, first);

        let stored = 0;
        objects.putFile = async (...args) => {
          await putFile(...args);
          if (++stored === after) throw new Error('the power is gone');
        };
        const broken = await put(appId, file, second);
        objects.putFile = putFile;
        // ios.zip is one object: it does not break at the second.
        if (stored < after) continue;
        expect(broken.statusCode).toBe(500);
        for (const method of ['GET', 'HEAD'] as const) {
          const back = await server.send(method, `/v1/admin/artifacts/${appId}/1.0.0/${file}`);
          expect(back.statusCode).toBe(404);
        }
        const files = await server.db.all(
          `SELECT object_key FROM artifacts WHERE app_id = ? AND kind = 'web-file'`,
          appId,
        );
        expect(file === 'web.zip' ? files : []).toEqual([]);

        const again = after % 2 === 0 ? first : second;
        expect((await put(appId, file, again)).statusCode).toBe(201);
        const registered = await register(appId);
        expect(registered.statusCode, registered.body).toBe(201);
        expect((await served(appId, file)).equals(again)).toBe(true);
      }
    },
  );

  it('the same bytes again put right what was damaged, as long as the version is not registered', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const archive = await webArchive(appId, '1.0.0', { 'a.js': 'as it was' });
    await put(appId, 'web.zip', archive);
    const damaged = `mini-apps/${appId}/1.0.0/web/a.js`;
    await objects.putBytes(damaged, Buffer.from('damaged'), { contentType: 'text/javascript' });
    expect((await register(appId)).json().code).toBe('artifact-digest-mismatch');
    expect((await put(appId, 'web.zip', archive)).statusCode).toBe(200);
    expect((await register(appId)).statusCode).toBe(201);
  });

  it('what cannot be committed is not there', async () => {
    const appId = newAppId();
    const transaction = server.db.transaction.bind(server.db);
    server.db.transaction = () => Promise.reject(new Error('the database is gone'));
    const { archives } = await buildMiniAppFixture(appId, '1.0.0');
    const broken = await put(appId, 'ios.zip', archives.ios);
    server.db.transaction = transaction;
    expect(broken.statusCode).toBe(500);
    const back = await server.send('GET', `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`);
    expect(back.statusCode).toBe(404);
    expect((await put(appId, 'ios.zip', archives.ios)).statusCode).toBe(201);
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
