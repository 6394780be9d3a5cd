import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { freePort } from '../../scripts/build/freePort.mjs';
import { temporaryFolder } from './leaveNothing.ts';
import { type RunningProcess, startProcess } from './startProcess.ts';

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));

const NODE_OPTIONS = JSON.parse(readFileSync(join(SERVER, 'nodeOptions.json'), 'utf8')) as string[];

export const ADMIN_TOKEN = 'root-token-of-the-benchmarks';
export const SERVER_KEY = 'server-key-of-the-benchmarks';

/** Builds the server as it is deployed, into a folder of this run. Returns its main file. `server` may be another checkout. */
export async function buildPlatform(server = SERVER): Promise<string> {
  const folder = await buildFolder(server);
  await promisify(execFile)(process.execPath, [join(server, 'build.mjs')], {
    env: { ...process.env, BUILD_FOLDER: join(folder, 'dist') },
  });
  return join(folder, 'dist', 'main.js');
}

/** A temporary folder in which a build can resolve the server's dependencies. */
export async function buildFolder(server = SERVER): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(server, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Starts a built server as in production, on a data folder. */
export async function startPlatform(options: {
  main: string;
  dataDir: string;
  /** Stored URLs contain the port, so a folder that was filled before has to keep it. */
  port?: number;
  /** The built host app, served at `/app/`. */
  hostAppDir?: string;
  /** A library that is loaded into the process before all others. */
  preload?: string;
  nodeOptions?: readonly string[];
  env?: Readonly<Record<string, string>>;
  cores?: 'one' | 'all';
  openFiles?: number | undefined;
}): Promise<RunningProcess> {
  const port = options.port ?? (await freePort());
  return startProcess({
    command: process.execPath,
    args: [...NODE_OPTIONS, ...(options.nodeOptions ?? []), options.main],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: options.dataDir,
      ...(options.hostAppDir !== undefined && { HOST_APP_DIR: options.hostAppDir }),
      ...(options.preload !== undefined && { LD_PRELOAD: options.preload }),
      ADMIN_TOKEN,
      SERVER_KEY,
      LOG_LEVEL: 'warn',
      // The load comes from one address.
      RATE_LIMIT_PER_ADDRESS: '1000000000',
      RATE_LIMIT_PER_TOKEN: '1000000000',
      ...options.env,
    },
    port,
    probe: '/health',
    cores: options.cores ?? 'one',
    openFiles: options.openFiles,
  });
}
