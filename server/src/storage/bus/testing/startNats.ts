import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A NATS that belongs to a test. */
export interface Nats {
  url: string;
  port: number;
  stop(): Promise<void>;
}

// The shell waits for the end of its standard input, which closes however this process ends, and then kills NATS.
const HOLD = `"$NATS" --addr 127.0.0.1 --port "$PORT" "$@" & cat >/dev/null; kill -9 $!; wait`;
const ANY_PORT = -1;

/** Starts the program at a path, on a free port or on a given one. */
export async function startNats(
  path: string,
  port = ANY_PORT,
  args: readonly string[] = [],
): Promise<Nats> {
  const holder = spawn('/bin/sh', ['-c', HOLD, 'sh', ...args], {
    env: { NATS: path, PORT: String(port), PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const text of holder.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    if (/Server is ready/.test(said)) break;
  }
  const found = Number(/client connections on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  if (!Number.isInteger(found)) throw new Error(`NATS did not start:\n${said}`);
  holder.stderr.resume();
  return {
    url: `nats://127.0.0.1:${found}`,
    port: found,
    async stop() {
      const gone = once(holder, 'exit');
      holder.stdin.end();
      await gone;
    },
  };
}
