import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';

import { clientOf } from './testing/client.ts';
import { sendAndReceive } from './testing/journeys.ts';
import { type ReleaseData, keptReleases, unpackRelease } from './testing/releaseData.ts';
import { runProcess } from './testing/startProcess.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const postgresUrl = inject('postgresUrl');
const releases = await keptReleases();

describe.each(releases)('the data of $release', (data) => {
  const built = useServer();
  const schemas: string[] = [];
  afterAll(async () => {
    for (const schema of schemas) await query(`DROP SCHEMA ${schema} CASCADE`);
  });

  it('is all there after an upgrade, and goes on', { timeout: 240_000 }, async () => {
    const folder = await built.newFolder();
    await unpackRelease(data, folder);
    const server = await built.start(folder);
    await expectWhole(server, data);
    expect((await server.kill('SIGTERM')).code).toBe(0);
  });

  it.each(postgresUrl === undefined ? [] : [postgresUrl])(
    'is all there after a move to PostgreSQL by a backup, and goes on',
    { timeout: 240_000 },
    async (address) => {
      const folder = await built.newFolder();
      await unpackRelease(data, folder);
      const backup = join(await built.newFolder(), 'backup');
      const command = async (env: Record<string, string>, ...args: string[]) => {
        const { code, stderr } = await runProcess(built.main, env, args).ended;
        expect(code, stderr).toBe(0);
      };
      await command({ DATA_DIR: folder }, 'backup', backup);
      const schema = `upgrade_${randomUUID().replaceAll('-', '')}`;
      await query(`CREATE SCHEMA ${schema}`);
      schemas.push(schema);
      const url = new URL(address);
      url.searchParams.set('options', `-c search_path=${schema}`);
      const target = { DATA_DIR: await built.newFolder(), DATABASE_URL: url.href };
      await command(target, 'restore', backup);
      const server = await built.start(target.DATA_DIR, target);
      await expectWhole(server, data);
      await server.kill('SIGTERM');
    },
  );
});

it('there is data of a release to upgrade from', () => {
  expect(releases.length).toBeGreaterThan(0);
});

async function expectWhole(server: StartedServer, data: ReleaseData): Promise<void> {
  const { appId, serverKey, received } = data;
  const { resolve, fetchBack } = clientOf(server);
  expect((await resolve(appId, 'web')).json()).toMatchObject({ version: '1.0.0' });
  expect((await fetchBack(appId, '1.0.0', 'ios.zip')).status).toBe(200);
  const device = { ...data.device };
  const ids = await sendAndReceive(server, device, { serverKey, count: 2 });
  expect(Math.min(...ids.map(Number))).toBeGreaterThan(Math.max(...received.map(Number)));
}

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
