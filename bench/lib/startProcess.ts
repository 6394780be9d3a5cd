import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

import { CORES, onCore } from './cores.ts';
import { endsWithUs } from './leaveNothing.ts';
import { withOpenFiles } from './openFiles.ts';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 35_000;

/** A server in its own process. */
export interface RunningProcess {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server and waits until it is ready. */
export async function startProcess(options: {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  port: number;
  /** A path that responds once the server is ready; without one, it is ready when it accepts connections. */
  probe?: string;
  /** By default the servers' core; otherwise all, including the load's. */
  cores?: 'one' | 'all';
  /** Its limit of open files; by default that of this process. */
  openFiles?: number | undefined;
}): Promise<RunningProcess> {
  const placed =
    options.cores === 'all'
      ? ([options.command, options.args] as const)
      : onCore(CORES.server, options.command, options.args);
  const [command, args] = withOpenFiles(options.openFiles, placed[0], placed[1]);
  const child = endsWithUs(
    spawn(command, args, {
      env: { PATH: process.env['PATH'], ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  }
  const origin = `http://127.0.0.1:${options.port}`;
  const deadline = Date.now() + START_LIMIT_MS;
  const { port, probe } = options;
  const isReady = () => (probe === undefined ? accepts(port) : answers(`${origin}${probe}`));
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${options.command} ${options.args.join(' ')} did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(kill);
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000), headers: { connection: 'close' } }).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );
}
