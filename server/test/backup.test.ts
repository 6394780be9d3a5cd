import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { documentedBlock, withOwn } from '../../scripts/build/documentedBlock.ts';
import { backupCommand } from '../src/commands/backup/backupCommand.ts';
import { restoreCommand } from '../src/commands/backup/restoreCommand.ts';
import { readConfig } from '../src/config/readConfig.ts';
import { startFailure } from '../src/errors/startFailure.ts';
import { type TestS3, startS3 } from '../src/storage/objects/startS3.testing.ts';
import { clientOf } from './testing/client.ts';
import { publishApp, registerDevice, sendAndReceive } from './testing/journeys.ts';
import { useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const APP = 'com.acme.orders';
const AWS = { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' };
const postgresUrl = inject('postgresUrl');

/** Where a server keeps its data, besides DATA_DIR. */
interface Place {
  name: string;
  make(): Promise<Record<string, string>>;
}

describe('a backup', () => {
  const built = useServer();
  const schemas: string[] = [];
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(async () => {
    await s3.stop();
    for (const schema of schemas) await query(`DROP SCHEMA ${schema} CASCADE`);
  });

  async function newSchema(): Promise<string> {
    const schema = `backup_${randomUUID().replaceAll('-', '')}`;
    await query(`CREATE SCHEMA ${schema}`);
    schemas.push(schema);
    const url = new URL(postgresUrl!);
    url.searchParams.set('options', `-c search_path=${schema}`);
    return url.href;
  }
  const embedded: Place = { name: 'the embedded database and files', make: async () => ({}) };
  const fleet: Place = {
    name: 'PostgreSQL and S3',
    make: async () => ({
      DATABASE_URL: await newSchema(),
      OBJECTS_URL: await s3.makeBucket(`bucket-${randomUUID()}`),
      ...AWS,
    }),
  };
  // Each of the four parts is read once and written once.
  const ways = (
    postgresUrl === undefined
      ? [[embedded, embedded]]
      : [
          [embedded, fleet],
          [fleet, embedded],
        ]
  ) as [Place, Place][];

  it.each(ways.map(([from, to]) => ({ from, to, way: `${from.name} to ${to.name}` })))(
    'of a server that runs has everything, and ids go on: $way',
    { timeout: 240_000 },
    async ({ from, to }) => {
      const first = await built.newFolder();
      const env = { SERVER_KEY, ...(await from.make()) };
      const server = await built.start(first, env);
      await publishApp(server, APP);
      const device = await registerDevice(server);
      const before = await sendAndReceive(server, device, { serverKey: SERVER_KEY, count: 3 });

      const folder = join(await built.newFolder(), 'monday');
      const said = await command({ DATA_DIR: first, ...env }, 'backup', folder);
      expect(said).toMatchObject({ code: 0 });
      expect(said.stderr).toMatch(
        /database: \d+ tables, \d+ rows\n[^]*objects: [1-9]\d*, \d+ bytes/,
      );
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      const check = await command({}, 'restore', folder, '--check');
      expect(check.stdout).toContain('is complete and undamaged');

      // What comes after the backup is lost with the server, except for what devices have seen.
      const later = await sendAndReceive(server, device, { serverKey: SERVER_KEY, count: 3 });
      const lateDevice = await registerDevice(server);
      await server.kill('SIGKILL');

      const second = await built.newFolder();
      const target = { SERVER_KEY, ...(await to.make()) };
      const restored = await command({ DATA_DIR: second, ...target }, 'restore', folder);
      expect(restored.stderr).toMatch(
        /backup: complete and undamaged\n[^]*objects: .* read again\n/,
      );
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.stderr).toMatch(/database: \d+ tables, \d+ rows, migration \d+/);
      expect(restored.stderr).toContain(`messages: up to id ${before.at(-1)}; what was sent later`);
      expect(restored.stderr).toContain('scheduled messages: 0 were due since');
      expect((await readdir(second)).filter((name) => name.includes('restoring'))).toEqual([]);

      const again = await built.start(second, target);
      expect(again.adminToken).toBe(server.adminToken);
      const { resolve, fetchBack } = clientOf(again);
      expect((await resolve(APP, 'web')).json()).toMatchObject({ version: '1.0.0' });
      expect((await fetchBack(APP, '1.0.0', 'ios.zip')).status).toBe(200);
      const after = await sendAndReceive(again, device, { serverKey: SERVER_KEY, count: 3 });
      const ids = [...before, ...later, ...after].map(Number);
      expect(new Set(ids).size).toBe(9);
      expect(Math.min(...after.map(Number))).toBeGreaterThan(Math.max(...later.map(Number)));
      expect((await registerDevice(again)).deviceId).not.toBe(lateDevice.deviceId);
      if ('DATABASE_URL' in target) {
        // From another machine, which has nothing of the folder of that server.
        const elsewhere = { ...target, DATA_DIR: await built.newFolder() };
        const given = elsewhere as Record<string, string>;
        expectStopFirst(await command(given, 'restore', folder, '--force'));
      }
      expect((await fetch(`${again.url}/ready`)).status).toBe(200);
      await again.kill('SIGTERM');

      const refused = await command({ DATA_DIR: second, ...target }, 'restore', folder);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.stderr).toContain('There is data already: ');
      const forced = await command({ DATA_DIR: second, ...target }, 'restore', folder, '--force');
      expect(forced).toMatchObject({ code: 0 });
    },
  );

  it.skipIf(postgresUrl === undefined)(
    'moves a server to other places by the commands of docs/operating.md',
    { timeout: 240_000 },
    async () => {
      const [first, second] = [await built.newFolder(), await built.newFolder()];
      const server = await built.start(first, { SERVER_KEY });
      await publishApp(server, APP);
      await server.kill('SIGTERM');

      const [database, objects] = [await newSchema(), await s3.makeBucket(`moved-${randomUUID()}`)];
      const block = await documentedBlock('docs/operating.md', 'sh', '/backups/before-the-move');
      const here = withOwn(block, {
        'server/dist/main.js': `'${built.main}'`,
        '/backups/before-the-move': `'${join(await built.newFolder(), 'before')}'`,
        'postgres://host@db.example/host': `'${database}'`,
        "'s3://host-objects?region=eu-central-1'": `'${objects}'`,
        '/var/lib/host-server': `'${second}'`,
      });
      const { stderr } = await promisify(execFile)('sh', ['-e', '-c', here], {
        env: { PATH: process.env['PATH'], DATA_DIR: first, ...AWS },
      });

      expect(stderr).toMatch(/objects: [1-9]\d*, [^\n]* read again\n/);
      const token = await readFile(join(second, 'admin-token'), 'utf8');
      expect(token.trim()).toBe(server.adminToken);
      expect(await query(`SELECT app_id FROM versions`, database)).toEqual([{ app_id: APP }]);
    },
  );

  it(
    'that is damaged, cut off or for a running server is refused, and nothing is touched',
    { timeout: 240_000 },
    async () => {
      const dataDir = await built.newFolder();
      const server = await built.start(dataDir, { SERVER_KEY });
      await publishApp(server, APP);
      const folder = join(await built.newFolder(), 'monday');
      const env = { DATA_DIR: dataDir };
      expect(await command(env, 'backup', folder)).toMatchObject({ code: 0 });
      const over = await command(env, 'backup', folder);
      expect(over.stderr).toContain('is not empty: it holds a backup. Name another folder, or add');
      expect(await command(env, 'backup', folder, '--force')).toMatchObject({ code: 0 });
      expect(await command(env, 'backup', dataDir, '--force')).toMatchObject({ code: 1 });

      const running = await command(env, 'restore', folder, '--force');
      expect(running.stderr).toContain('is in use by another server. Stop it');
      expect((await fetch(`${server.url}/ready`)).status).toBe(200);
      await server.kill('SIGTERM');

      const empty = { DATA_DIR: await built.newFolder() };
      const objects = await readdir(join(folder, 'objects'), { recursive: true });
      const zip = join(
        folder,
        'objects',
        objects.find((name) => name.endsWith('ios.zip'))!,
      );
      const bytes = await readFile(zip);
      await writeFile(
        zip,
        Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]),
      );
      expect((await command(empty, 'restore', folder)).stderr).toContain('ios.zip has other bytes');
      await writeFile(zip, bytes);

      const table = join(folder, 'database', 'versions.ndjson.gz');
      const rows = await readFile(table);
      await writeFile(table, rows.subarray(0, -12));
      expect((await command(empty, 'restore', folder)).stderr).toContain(
        'ndjson.gz cannot be read',
      );
      await writeFile(table, rows);

      await rm(join(folder, 'backup.json'));
      expect((await command(empty, 'restore', folder)).stderr).toContain('is no complete backup');
      expect(await readdir(empty.DATA_DIR)).toEqual([]);
    },
  );
});

/** Runs a command in this process, which starts faster than one of its own. */
async function command(env: Record<string, string>, name: 'backup' | 'restore', ...args: string[]) {
  const run = { backup: backupCommand, restore: restoreCommand }[name];
  const lines: string[] = [];
  try {
    const stdout = await run(
      () => readConfig(env),
      args,
      (line) => void lines.push(`${line}\n`),
    );
    return { code: 0, stdout, stderr: lines.join('') };
  } catch (error) {
    return { code: 1, stdout: '', stderr: startFailure(error) };
  }
}

async function query(sql: string, connectionString = postgresUrl): Promise<object[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

function expectStopFirst({ code, stderr }: { code: number; stderr: string }): void {
  expect(code).toBe(1);
  expect(stderr).toContain('Servers run on DATABASE_URL: 1. Stop them first');
}
