import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  /** Where the admin token lies. */
  dataDir: string;
  /** What it said while it started. */
  said: string;
  /** Ends it; a second call does nothing. */
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs the command of the README: it builds, starts the server, and publishes the examples. Test files that ask for it at
 * the same time wait for each other: they build the same, and only the first checks the examples. `env` adds to its
 * environment.
 */
export function startPlatform(env: NodeJS.ProcessEnv = {}): Promise<Platform> {
  const shared = inject('sharedFolder');
  const checked = join(shared, 'examples-are-checked');
  return withLock(join(shared, 'platform.lock'), async () => {
    const platform = await start({ EXAMPLES: existsSync(checked) ? 'checked' : '', ...env });
    await writeFile(checked, '');
    return platform;
  });
}

async function start(env: NodeJS.ProcessEnv): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'host-e2e-'));
  // Inside the package, so that the built server finds what is installed.
  const buildFolder = await mkdtemp(join(ROOT, 'server/node_modules/.e2e-'));
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
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
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
    await rm(buildFolder, { recursive: true, force: true });
  };
  try {
    return { baseUrl, dataDir, said: await untilStarted(child), stop };
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
