import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { inject } from 'vitest';

import { freePort } from '../../scripts/build/freePort.mjs';
import { withLock } from '../../scripts/build/withLock.mjs';

/** Everything that the start command starts, on a port and in a folder of its own. */
export interface Platform {
  /** `http://localhost:…`. */
  baseUrl: string;
  /** The data folder, which contains the admin token. */
  dataDir: string;
  /** Its output during startup. */
  said: string;
  /** Ends it; a second call does nothing. */
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs the command of the README on a copy of the data of its first run, which built everything and published the examples.
 * Concurrent test files wait for that run. `env` adds to its environment.
 */
export async function startPlatform(env: NodeJS.ProcessEnv = {}): Promise<Platform> {
  const dataDir = await newFolder();
  await copyPublished(dataDir);
  const platform = await startIn(dataDir, env);
  if (!platform.said.includes('publishing')) return platform;
  await platform.stop();
  throw new Error(`Something was not published by the first run:\n${platform.said}`);
}

/** Runs the command of the README where nothing was published, or in `DATA_DIR`, with options. */
export async function startEmptyPlatform(
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<Platform> {
  // Once is enough to check them.
  const isChecked = existsSync(publishedFolder());
  return startIn(await newFolder(), { EXAMPLES: isChecked ? 'checked' : '', ...env }, args);
}

/** Copies the data of the first run into a data folder. */
export async function copyPublished(dataDir: string): Promise<void> {
  await cp(await publishOnce(), dataDir, { recursive: true });
}

function publishedFolder(): string {
  return join(inject('sharedFolder'), 'published-examples');
}

/** The data of a server that has checked and published the examples, and ended. */
function publishOnce(): Promise<string> {
  const published = publishedFolder();
  return withLock(`${published}.lock`, async () => {
    if (existsSync(published)) return published;
    const dataDir = await newFolder();
    const platform = await startIn(dataDir, {});
    await platform.end();
    await rename(dataDir, published);
    return published;
  });
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'host-e2e-'));
}

async function startIn(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Platform & { end(): Promise<void> }> {
  // Inside the package, so that the built server finds what is installed.
  const buildFolder = await mkdtemp(join(ROOT, 'server/node_modules/.e2e-'));
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: baseUrl,
      DATA_DIR: dataDir,
      BUILD_FOLDER: buildFolder,
      TOOLS: 'built',
      ...env,
    },
  });
  /** Ends the process and leaves its data. */
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      // Descendants may still write into the folder that is deleted then.
      await once(child, 'close');
    }
    await rm(buildFolder, { recursive: true, force: true });
  };
  const stop = async () => {
    await end();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { baseUrl, dataDir, said: await untilStarted(child), stop, end };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilStarted(child: ChildProcess): Promise<string> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (text: Buffer) => {
      said += text.toString();
      if (said.includes('Stop with Ctrl-C')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) =>
      reject(new Error(`The start command ended with ${code}:\n${said}`)),
    );
  });
  if (said.includes('not published')) throw new Error(said);
  return said;
}
