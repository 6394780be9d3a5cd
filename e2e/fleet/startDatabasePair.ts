import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { type SmallDisk, mountSmallDisk } from '@host/server/testing/process/mountSmallDisk';

import { freePort } from '../../scripts/build/freePort.mjs';
import { unprivilegedUser } from '../../scripts/services/unprivilegedUser.ts';

const run = promisify(execFile);

const AUTO_SETTINGS = 'postgresql.auto.conf';
const READY_WITHIN_MS = 30_000;
/** Enough for the retained WAL and a while of messages. */
const DISK_BYTES = 640 * 1024 * 1024;

// Synchronous replication: a commit is in the standby's WAL before it is acknowledged, so a promotion loses nothing.
const SETTINGS = [
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = ''`,
  'fsync = off',
  'full_page_writes = off',
  'wal_keep_size = 128MB',
  'max_wal_size = 128MB',
  'max_connections = 200',
];

/** A PostgreSQL and its streaming standby. */
export interface DatabasePair {
  /** The port of the primary. */
  port: number;
  /** Kills the primary; committed data stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills the primary for good, and promotes the standby. */
  promote(): Promise<void>;
  /** Stops replication to the standby, which then lags behind; commits no longer wait for it. */
  detachStandby(): Promise<void>;
  /** Creates a new standby of the primary. */
  attachStandby(): Promise<void>;
  /** Takes a hot copy of the primary's data folder, replacing an earlier one. */
  copy(): Promise<void>;
  /** Restores the copy, as an operator restores a snapshot: the same database in an older state. */
  putBack(): Promise<void>;
  /** Fills the disk of the primary completely. */
  fillDisk(): Promise<void>;
  /** Frees the disk, and restarts the primary if it stopped because the disk was full. */
  emptyDisk(): Promise<void>;
  /** Runs a statement on the primary; resolves to the output of psql. */
  query(sql: string): Promise<string>;
  /** Stops both. */
  end(): Promise<void>;
}

/** Starts both in a folder. They end with this process if it is PID 1 of a PID namespace. */
export async function startDatabasePair(found: string, folder: string): Promise<DatabasePair> {
  // A folder with symlinks to the server's programs may lack pg_basebackup and psql.
  const bin = dirname(await realpath(join(found, 'postgres')));
  const user = await unprivilegedUser();
  const own = { ...user, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  await mkdir(folder, { recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  const copy = join(folder, 'copy');

  interface Place {
    disk: SmallDisk;
    data: string;
  }
  interface Cluster extends Place {
    port: number;
    process: ChildProcess;
  }

  /** Each has its own disk, so that a full one does not affect the other. */
  async function makePlace(): Promise<Place> {
    const disk = await mountSmallDisk(DISK_BYTES);
    if (!disk) throw new Error('A database that runs out of space needs a disk of its own.');
    if (user) await chown(disk.folder, user.uid, user.gid);
    return { disk, data: join(disk.folder, 'data') };
  }

  async function launch(place: Place, port: number): Promise<Cluster> {
    const { data } = place;
    const log = join(folder, `log-${port}`);
    await writeFile(log, '');
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port)], {
      ...own,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (text: Buffer) => void appendFile(log, text));
    const cluster = { ...place, port, process: child };
    if (await isReady(cluster)) return cluster;
    child.kill('SIGQUIT');
    throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8')}`);
  }

  async function isReady({ port, process: child }: Cluster): Promise<boolean> {
    const until = performance.now() + READY_WITHIN_MS;
    while (performance.now() < until && isRunning(child)) {
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
    if (!isRunning(child)) return;
    const gone = once(child, 'exit');
    // "Immediate" is like a crash, but leaves no processes or shared memory behind.
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
    const place = await makePlace();
    const { data } = place;
    const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    await run(join(bin, 'initdb'), ['--pgdata', data, ...options, '--no-sync'], own);
    await appendFile(join(data, 'postgresql.conf'), `${SETTINGS.join('\n')}\n`);
    return launch(place, await freePort());
  }

  async function makeStandby(of: Cluster): Promise<Cluster> {
    const place = await makePlace();
    await copyTo(of, place.data, '-R');
    const standby = await launch(place, await freePort());
    await untilStreaming(of);
    await reconfigure(of.port, `synchronous_standby_names = '*'`);
    return standby;
  }

  async function copyTo(of: Cluster, data: string, ...more: string[]): Promise<void> {
    const from = `postgres://postgres@127.0.0.1:${of.port}/postgres`;
    const options = ['--checkpoint=fast', '--no-sync', '--wal-method=stream', ...more];
    await run(join(bin, 'pg_basebackup'), ['-d', from, '-D', data, ...options], own);
  }

  async function leave(cluster: Cluster): Promise<void> {
    await kill(cluster);
    await cluster.disk.unmount();
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
      primary = await launch(primary, primary.port);
    },
    async promote() {
      if (!standby) throw new Error('There is no standby to promote.');
      const before = primary;
      await kill(before);
      primary = standby;
      standby = undefined;
      await psql(primary.port, 'SELECT pg_promote(true, 30)');
      // It inherited the settings of the old primary, with which every commit would wait for a standby.
      await reconfigure(primary.port, `synchronous_standby_names = ''`);
      await before.disk.unmount();
    },
    async detachStandby() {
      await reconfigure(primary.port, `synchronous_standby_names = ''`);
      // Without a connection to the primary it stays at its current state.
      await reconfigure(standby!.port, `primary_conninfo = ''`);
    },
    async attachStandby() {
      standby = await makeStandby(primary);
    },
    async copy() {
      await rm(copy, { recursive: true, force: true });
      await copyTo(primary, copy);
    },
    async putBack() {
      await kill(primary);
      if (standby) await leave(standby);
      standby = undefined;
      await rm(primary.data, { recursive: true });
      await run('cp', ['-a', copy, primary.data]);
      // The copy includes old settings, too: commits must not wait for a standby that does not exist.
      await appendFile(join(primary.data, AUTO_SETTINGS), `synchronous_standby_names = ''\n`);
      primary = await launch(primary, primary.port);
    },
    fillDisk: () => primary.disk.fill(0),
    async emptyDisk() {
      await primary.disk.empty();
      // PostgreSQL shuts down after a failed WAL write.
      if (!(await isReady(primary))) primary = await launch(primary, primary.port);
    },
    query: (sql) => psql(primary.port, sql),
    async end() {
      await leave(primary);
      if (standby) await leave(standby);
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
