import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const NODE_OPTIONS = JSON.parse(
  readFileSync(new URL('../../nodeOptions.json', import.meta.url), 'utf8'),
) as string[];
const READY_WITHIN_MS = 60_000;

/** How a server process ended, and everything that it said. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  url: string;
  port: number;
  pid: number;
  /** What it has said until now. */
  said(): { stdout: string; stderr: string };
  /** Sends a signal and waits for the end; nothing happens when it has ended already. */
  kill(signal: NodeJS.Signals): Promise<Ending>;
  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void;
  ended: Promise<Ending>;
}

/** Runs the built server with nothing in its environment but what is given, until it ends by itself. */
export function runProcess(
  main: string,
  env: Record<string, string>,
  args: readonly string[] = [],
) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...NODE_OPTIONS, main, ...args], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal, ...said }));
  return { child, said, ended };
}

/** Starts the built server and waits until it is ready. */
export async function startProcess(
  main: string,
  env: Record<string, string> & { DATA_DIR: string; PORT: string },
): Promise<ServerProcess> {
  const { child, said, ended } = runProcess(main, env);
  const url = `http://127.0.0.1:${env.PORT}`;
  try {
    await untilReady(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The server did not become ready:\n${said.stderr}${said.stdout}`, {
      cause: error,
    });
  }
  return {
    url,
    port: Number(env.PORT),
    pid: child.pid!,
    said: () => said,
    async kill(signal) {
      child.kill(signal);
      return ended;
    },
    signal: (signal) => void child.kill(signal),
    ended,
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    const status = await fetch(`${url}/ready`).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return;
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  throw new Error(`It was not ready within ${READY_WITHIN_MS} ms`);
}
