import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll } from 'vitest';

import { buildForTests } from './buildForTests.ts';
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

/** Builds the server before the tests of a file, and kills and removes after them whatever they left. */
export function useServer(): BuiltServer {
  const started: ServerProcess[] = [];
  const folders: string[] = [];
  let removeBuild: () => Promise<void>;

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
    main: '',
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

  beforeAll(async () => {
    const build = await buildForTests();
    built.main = build.main;
    removeBuild = () => build.remove();
  });
  afterAll(async () => {
    await Promise.all(started.map((server) => server.kill('SIGKILL')));
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    await removeBuild?.();
  });
  return built;
}
