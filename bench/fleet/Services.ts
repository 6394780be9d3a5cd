import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import { freePort } from '../../scripts/build/freePort.mjs';
import { findPostgres } from '../../scripts/services/findPostgres.ts';
import { installPostgres } from '../../scripts/services/installPostgres.ts';
import { startCluster } from '../../scripts/services/startCluster.ts';
import { find } from '../lib/peers.ts';
import { startProcess } from '../lib/startProcess.ts';

/** Production settings (every commit is durable), plus statement statistics. */
const SETTINGS = [
  'fsync = on',
  'synchronous_commit = on',
  'full_page_writes = on',
  'max_connections = 300',
  // No checkpoint in the middle of a round.
  'checkpoint_timeout = 1h',
  'max_wal_size = 8GB',
  `shared_preload_libraries = 'pg_stat_statements'`,
];

/** What nodes share: PostgreSQL and NATS. */
export interface Services {
  env: Record<string, string>;
  /** The version of PostgreSQL. */
  version: string;
  pids: { postgres: number; nats: number };
  /** A client for the benchmark's own statements, which are not counted. */
  client: Client;
  stop(): Promise<void>;
}

export async function startServices(): Promise<Services> {
  const bin = await postgresFolder();
  const cluster = await startCluster(bin, SETTINGS);
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('CREATE EXTENSION pg_stat_statements');
  await client.query('SET pg_stat_statements.track = none');
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const port = await freePort();
  const nats = await startProcess({
    command: (await find('nats-server'))!,
    args: ['--addr', '127.0.0.1', '--port', String(port)],
    port,
    cores: 'all',
  });
  const [pid] = (await readFile(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return {
    env: {
      DATABASE_URL: cluster.url,
      NATS_URL: `nats://127.0.0.1:${port}`,
      PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
    },
    version: rows[0]!.server_version.split(' ')[0]!,
    pids: { postgres: Number(pid), nats: nats.pid },
    client,
    async stop() {
      await client.end();
      await nats.stop();
      await cluster.stop();
    },
  };
}

async function postgresFolder(): Promise<string> {
  const found = await findPostgres();
  if (found !== undefined) return found;
  const obstacle = await installPostgres();
  const installed = await findPostgres();
  if (installed === undefined) throw new Error(`There is no PostgreSQL: ${obstacle ?? ''}`);
  return installed;
}
