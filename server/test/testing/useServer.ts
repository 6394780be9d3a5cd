import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, inject } from 'vitest';

import { freePort } from '../../../scripts/build/freePort.mjs';
import { type ServerProcess, startProcess } from './startProcess.ts';

/** The built server for the tests of one file, each start with a folder that is gone in the end. */
export interface BuiltServer {
  /** The built program. */
  main: string;
  /** A new folder for data. */
  newFolder(): Promise<string>;
  /** Starts it on a folder; `env` adds to a quiet development environment. */
  start(dataDir: string, env?: Record<string, string>): Promise<StartedServer>;
}

export interface StartedServer extends ServerProcess {
  adminToken: string;
  dataDir: string;
  /** Starts it again with the same environment, after its end. */
  restart(): Promise<StartedServer>;
}

/** The built server, of which the tests of a file leave nothing: it kills and removes after them whatever they left. */
export function useServer(): BuiltServer {
  const started: ServerProcess[] = [];
  const folders: string[] = [];

  async function startWith(
    env: Record<string, string> & { DATA_DIR: string; PORT: string },
  ): Promise<StartedServer> {
    const server = await startProcess(built.main, env);
    started.push(server);
    const dataDir = env.DATA_DIR;
    const adminToken =
      env['ADMIN_TOKEN'] ?? (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
    return { ...server, adminToken, dataDir, restart: () => startWith(env) };
  }

  const built: BuiltServer = {
    // Where tests use it, it is built before all of them.
    main: inject('serverMain')!,
    async newFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'host-data-'));
      folders.push(folder);
      return folder;
    },
    start: async (dataDir, env = {}) =>
      startWith({
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_TOKEN: '1000000',
        RATE_LIMIT_PER_ADDRESS: '1000000',
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        ...env,
      }),
  };

  afterAll(async () => {
    await Promise.all(started.map((server) => server.kill('SIGKILL')));
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return built;
}
