// Stores a data folder of this release as a fixture for the upgrade tests of later ones. Run it before each release:
//   npx tsx scripts/keep-release-data.ts
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSqlite } from '../server/src/storage/database/sqlite/openSqlite.ts';
import { buildForTests } from '../server/test/testing/buildForTests.ts';
import { publishApp, registerDevice, sendAndReceive } from '../server/test/testing/journeys.ts';
import { keepRelease } from '../server/test/testing/releaseData.ts';
import { startProcess } from '../server/test/testing/startProcess.ts';
import { freePort } from './build/freePort.mjs';

const manifest = await readFile(new URL('../server/package.json', import.meta.url), 'utf8');
const { version: release } = JSON.parse(manifest) as { version: string };
const appId = 'com.acme.orders';
const built = await buildForTests();
const folder = await mkdtemp(join(tmpdir(), 'release-data-'));
try {
  const server = await startProcess(built.main, {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  });
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim();
  const serverKey = await read('server-key');
  const admin = { ...server, adminToken: await read('admin-token') };
  await publishApp(admin, appId);
  const device = await registerDevice(admin);
  const received = await sendAndReceive(admin, device, { serverKey, count: 3 });
  await server.kill('SIGTERM');
  const database = openSqlite(join(folder, 'host.db'));
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await rm(join(folder, 'lock.db'), { force: true });
  console.log(await keepRelease(folder, { release, appId, serverKey, device, received }));
} finally {
  await rm(folder, { recursive: true });
  await built.remove();
}
