import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from '../../scripts/build/freePort.mjs';
import { unprivilegedUser } from '../../scripts/services/unprivilegedUser.ts';

const run = promisify(execFile);

const READY_WITHIN_MS = 30_000;

// What is committed is in the log of the standby before it is answered, so that a promotion loses nothing.
const SETTINGS = [
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = ''`,
  'fsync = off',
  'full_page_writes = off',
  'wal_keep_size = 256MB',
  'max_connections = 200',
];

/** A PostgreSQL and its streaming standby. */
export interface DatabasePair {
  /** The port of the one that can be written to. */
  port: number;
  /** Kills the primary at once; what was committed stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills the primary for good, and lets the standby take its place. */
  promote(): Promise<void>;
  /** From here on the standby gets nothing any more, and nobody waits for it: it lags behind. */
  detachStandby(): Promise<void>;
  /** Makes a new standby of the primary. */
  attachStandby(): Promise<void>;
  /** Runs a statement on the primary; gives what psql prints. */
  query(sql: string): Promise<string>;
}

/** Starts both in a folder. The end of this process is theirs, where it is the first of a namespace of processes. */
export async function startDatabasePair(found: string, folder: string): Promise<DatabasePair> {
  // Where the programs of a server are linked to, those for backups and questions may be missing.
  const bin = dirname(await realpath(join(found, 'postgres')));
  const user = await unprivilegedUser();
  const own = { ...user, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  await mkdir(folder, { recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  let made = 0;

  interface Cluster {
    data: string;
    port: number;
    process: ChildProcess;
  }

  async function launch(data: string, port: number): Promise<Cluster> {
    const log = join(folder, `log-${port}`);
    await writeFile(log, '');
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port)], {
      ...own,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (text: Buffer) => void appendFile(log, text));
    const cluster = { data, port, process: child };
    if (await isReady(cluster)) return cluster;
    child.kill('SIGQUIT');
    throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8')}`);
  }

  async function isReady({ port, process: child }: Cluster): Promise<boolean> {
    const until = performance.now() + READY_WITHIN_MS;
    while (performance.now() < until && child.exitCode === null) {
      const answers = await psql(port, 'SELECT 1').then(
        () => true,
        () => false,
      );
      if (answers) return true;
      await wait(20);
    }
    return false;
  }

  async function kill({ process: child }: Cluster): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    // "Immediate": as a crash, without leaving processes and shared memory behind.
    child.kill('SIGQUIT');
    await gone;
  }

  async function psql(port: number, sql: string): Promise<string> {
    const address = `postgres://postgres@127.0.0.1:${port}/postgres?connect_timeout=5`;
    const { stdout } = await run(join(bin, 'psql'), ['-XAtq', '-c', sql, address], own);
    return stdout.trim();
  }

  async function reconfigure(port: number, setting: string): Promise<void> {
    await psql(port, `ALTER SYSTEM SET ${setting}`);
    await psql(port, 'SELECT pg_reload_conf()');
  }

  async function makePrimary(): Promise<Cluster> {
    const data = join(folder, `data-${made++}`);
    const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    await run(join(bin, 'initdb'), ['--pgdata', data, ...options, '--no-sync'], own);
    await appendFile(join(data, 'postgresql.conf'), `${SETTINGS.join('\n')}\n`);
    return launch(data, await freePort());
  }

  async function makeStandby(of: Cluster): Promise<Cluster> {
    const data = join(folder, `data-${made++}`);
    const from = `postgres://postgres@127.0.0.1:${of.port}/postgres`;
    const options = ['--checkpoint=fast', '--no-sync', '--wal-method=stream', '-R'];
    await run(join(bin, 'pg_basebackup'), ['-d', from, '-D', data, ...options], own);
    const standby = await launch(data, await freePort());
    await untilStreaming(of);
    await reconfigure(of.port, `synchronous_standby_names = '*'`);
    return standby;
  }

  async function untilStreaming(of: Cluster): Promise<void> {
    const sql = `SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'`;
    while ((await psql(of.port, sql)) === '0') await wait(20);
  }

  let primary = await makePrimary();
  let standby: Cluster | undefined = await makeStandby(primary);

  return {
    get port() {
      return primary.port;
    },
    stop: () => kill(primary),
    async start() {
      primary = await launch(primary.data, primary.port);
    },
    async promote() {
      if (!standby) throw new Error('There is no standby to promote.');
      const before = primary;
      await kill(before);
      primary = standby;
      standby = undefined;
      await psql(primary.port, 'SELECT pg_promote(true, 30)');
      // It has the settings of the one before, which would let every commit wait for a standby.
      await reconfigure(primary.port, `synchronous_standby_names = ''`);
      await rm(before.data, { recursive: true });
    },
    async detachStandby() {
      await reconfigure(primary.port, `synchronous_standby_names = ''`);
      // Asking for what it lacks no more, it stays where it is.
      await reconfigure(standby!.port, `primary_conninfo = ''`);
    },
    async attachStandby() {
      standby = await makeStandby(primary);
    },
    query: (sql) => psql(primary.port, sql),
  };
}
