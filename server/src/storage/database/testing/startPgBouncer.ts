import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const READABLE = 0o755;
/** It refuses to run as root; the number is the same on every Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };
// The shell waits for the end of its standard input, which closes however this process ends, and then kills PgBouncer.
const HOLD = `"$PGBOUNCER" "$SETTINGS" & cat >/dev/null; kill -9 $!; wait`;

/** Starts a PgBouncer in front of a database, with further lines of its settings. */
export async function startPgBouncer(
  path: string,
  databaseUrl: string,
  lines: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, READABLE);
  const settings = join(folder, 'pgbouncer.ini');
  // An empty password would be a configuration error.
  const login = `user=${username}${password && ` password='${decodeURIComponent(password)}'`}`;
  await writeFile(
    settings,
    [
      '[databases]',
      `pooled = host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)} ${login}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'auth_type = any',
      'unix_socket_dir =',
      ...lines,
      '',
    ].join('\n'),
  );
  const holder = spawn('/bin/sh', ['-c', HOLD], {
    ...(process.getuid?.() === 0 && NOBODY),
    env: { PGBOUNCER: path, SETTINGS: settings, PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const text of holder.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    if (/process up|FATAL/.test(said)) break;
  }
  if (!/process up/.test(said)) throw new Error(`PgBouncer did not start:\n${said}`);
  holder.stderr.resume();
  return {
    url: `postgres://anybody@127.0.0.1:${own}/pooled`,
    async stop() {
      const gone = once(holder, 'exit');
      holder.stdin.end();
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
