import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Resolution } from '@host/contracts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type TestS3, startS3 } from '../src/storage/objects/startS3.testing.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { clientOf, sha256 } from './testing/client.ts';
import { useServer } from './testing/useServer.ts';

const postgresUrl = inject('postgresUrl');

describe('the journey of a version, from its upload to its download', () => {
  const built = useServer();

  it('embedded, with everything in the data folder', async () => {
    expect(await readdir(await journey({}))).toEqual(
      expect.arrayContaining(['host.db', 'objects']),
    );
  });

  // A missing PostgreSQL is reported by the set-up of the tests.
  describe.skipIf(postgresUrl === undefined)('on PostgreSQL and S3', () => {
    const schema = `journey_${randomUUID().replaceAll('-', '')}`;
    let s3: TestS3;
    let env: Record<string, string>;
    beforeAll(async () => {
      s3 = await startS3();
      await query(`CREATE SCHEMA ${schema}`);
      const database = new URL(postgresUrl!);
      database.searchParams.set('options', `-c search_path=${schema}`);
      env = {
        DATABASE_URL: database.href,
        OBJECTS_URL: await s3.makeBucket('journey'),
        AWS_ACCESS_KEY_ID: 'test-key',
        AWS_SECRET_ACCESS_KEY: 'test-secret',
      };
    });
    afterAll(async () => {
      await s3.stop();
      await query(`DROP SCHEMA ${schema} CASCADE`);
    });

    it('set up by the environment alone, with nothing in the data folder', async () => {
      const dataDir = await journey(env);
      expect((await readdir(dataDir)).toSorted()).toEqual(
        [
          'admin-token',
          'lock.db',
          'people-secret',
          'server-key',
          'uploads',
          'vapid-key',
        ].toSorted(),
      );
    });
  });

  async function journey(env: Record<string, string>): Promise<string> {
    let server = await built.start(await built.newFolder(), env);
    let client = clientOf(server);
    const appId = newAppId();
    await client.uploadAll(appId, '1.0.0', { web: true });
    const body = client.registration(appId, '1.0.0');
    const registered = await client.post('/v1/admin/mini-programs', body);
    expect(registered.status, registered.bytes.toString()).toBe(201);
    const versions = `/v1/admin/mini-programs/${appId}/versions/1.0.0`;
    expect((await client.post(`${versions}/release`)).status).toBe(200);

    // Another process finds everything where the first one left it.
    await server.kill('SIGKILL');
    server = await server.restart();
    client = clientOf(server);

    for (const platform of ['ios', 'android', 'web'] as const) {
      const resolved = await client.resolve(appId, platform);
      expect(resolved.status, resolved.bytes.toString()).toBe(200);
      const { bundleUrl, sha256: stated, version } = resolved.json() as Resolution;
      expect(version).toBe('1.0.0');
      const downloaded = await client.send('GET', new URL(bundleUrl).pathname);
      expect(sha256(downloaded.bytes)).toBe(stated);
      const uploaded = await client.fetchBack(appId, '1.0.0', `${platform}.zip`);
      expect(downloaded.bytes.equals(uploaded.bytes)).toBe(true);
    }
    expect(await readdir(join(server.dataDir, 'uploads'))).toEqual([]);
    expect((await server.kill('SIGTERM')).code).toBe(0);
    return server.dataDir;
  }
});

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
