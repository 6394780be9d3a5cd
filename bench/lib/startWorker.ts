import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildNative } from '@host/server/native';
import { build } from 'esbuild';

import { onCore } from './cores.ts';
import { endsWithUs, temporaryFolder } from './leaveNothing.ts';
import type { WorkerRound } from './runRounds.ts';

const BENCH = fileURLToPath(new URL('../', import.meta.url));

/** A process that repeats one piece of work. */
export interface Worker {
  pid: number;
  round(seconds: number): Promise<WorkerRound>;
  stop(): Promise<void>;
}

/** Starts a file of this folder that calls `runRounds`, on one core and built like the server. */
export async function startWorker(
  file: string,
  env: Record<string, string>,
  core: number,
): Promise<Worker> {
  const [command, args] = onCore(core, process.execPath, [await buildWorker(file)]);
  const child = endsWithUs(
    spawn(command, args, {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ${env['CONTENDER'] ?? ''} ended.`);
  });
  // A stopped worker exits normally, which must still reject pending requests.
  ended.catch(() => {});
  const answer = async () => {
    const message = new Promise<unknown>((resolve) => void child.once('message', resolve));
    return Promise.race([message, ended]);
  };
  await answer();
  return {
    pid: child.pid!,
    async round(seconds) {
      child.send(seconds);
      return (await answer()) as WorkerRound;
    },
    async stop() {
      child.disconnect();
      await ended.catch(() => {});
    },
  };
}

async function buildWorker(file: string): Promise<string> {
  const folder = await temporaryFolder();
  // The peers are not bundled.
  await symlink(join(BENCH, 'node_modules'), join(folder, 'node_modules'));
  const outfile = join(folder, 'worker.mjs');
  await build({
    entryPoints: [join(BENCH, 'lib', file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['@parse/node-apn', 'firebase-admin', 'web-push'],
    logLevel: 'warning',
  });
  await buildNative(folder);
  return outfile;
}
