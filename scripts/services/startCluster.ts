import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { freePort } from '../build/freePort.mjs';
import { unprivilegedUser } from './unprivilegedUser.ts';

/** A PostgreSQL cluster that only this process uses. */
export interface Cluster {
  url: string;
  /** Its data folder, which is deleted when it stops. */
  folder: string;
  /** Stops it immediately, as a crash does; committed data stays. */
  crash(): Promise<void>;
  /** Starts it again, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

// A shell supervises the cluster and waits for EOF on its standard input. The pipe closes however this process ends, even
// by SIGKILL, so that neither processes nor files are left behind.
const HOLD = `
clean() {
  [ ! -f data/postmaster.pid ] || "$BIN/pg_ctl" stop --silent --pgdata=data --mode=immediate
  cd / && rm -rf "$FOLDER"
}
fail() {
  cat log >&2
  exit 1
}
trap clean EXIT
trap 'exit 1' HUP INT TERM
# Sorting by language, as most databases in use do: one that sorts by bytes would hide mistakes.
"$BIN/initdb" --pgdata=data --username=postgres --auth=trust --encoding=UTF8 --locale=C \
  --locale-provider=icu --icu-locale=en-US --no-sync --no-instructions >log 2>&1 || fail
printf '%s\\n' "$SETTINGS" >>data/postgresql.conf
"$BIN/pg_ctl" start --silent --wait --timeout=60 --pgdata=data --log=log >/dev/null || fail
echo ready
cat >/dev/null
`;

const FAST_BUT_FORGETFUL = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'];

/** Starts a PostgreSQL in a new temporary folder, for local connections only, with extra settings if given. */
export async function startCluster(bin: string, further: readonly string[] = []): Promise<Cluster> {
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  const settings = [
    `listen_addresses = '127.0.0.1'`,
    `port = ${port}`,
    `unix_socket_directories = ''`,
    ...(process.env['POSTGRES_DURABLE'] === '1' ? [] : FAST_BUT_FORGETFUL),
    // The last value of a setting wins.
    ...further,
  ];

  const holder = spawn('/bin/sh', ['-c', HOLD], {
    cwd: folder,
    // Not the caller's environment: PGDATA, PGPORT and the like would affect the programs.
    env: {
      PATH: process.env['PATH'],
      LC_ALL: 'C',
      BIN: bin,
      FOLDER: folder,
      SETTINGS: settings.join('\n'),
    },
    // In a process group of its own: Ctrl-C must stop the tests first, and the cluster only after them.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  });
  await untilReady(holder);
  const control = async (...args: string[]) => {
    const data = join(folder, 'data');
    const log = join(folder, 'log');
    await promisify(execFile)(
      join(bin, 'pg_ctl'),
      [...args, '--silent', '--wait', '--pgdata', data, '--log', log],
      { cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' }, ...user },
    );
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    crash: () => control('stop', '--mode=immediate'),
    restart: () => control('start', '--timeout=60'),
    async stop() {
      const gone = once(holder, 'exit');
      holder.stdin.end();
      await gone;
    },
  };
}

async function untilReady(holder: ChildProcess): Promise<void> {
  const { stdout, stderr } = holder;
  if (stdout === null || stderr === null) throw new Error('The cluster has no output to read.');
  const complaint = text(stderr);
  const ended = once(holder, 'close').then(async () => {
    throw new Error(`PostgreSQL did not start:\n${await complaint}`);
  });
  await Promise.race([once(stdout, 'data'), ended]);
  ended.catch(() => undefined);
}
