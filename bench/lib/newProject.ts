import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { measureFolder } from '../../scripts/services/measureFolder.ts';
import { PACKED_FOLDER, packPackages } from '../../scripts/pack/packPackages.mjs';
import { npmOfStranger } from '../../scripts/services/npmOfStranger.ts';
import { temporaryFolder } from './leaveNothing.ts';
import { buildPlatform, startPlatform } from './startPlatform.ts';

/** A project that npm created and installed, with what that cost. */
export interface NewProject {
  root: string;
  createMs: number;
  installMs: number;
  /** The installed size. */
  bytes: number;
  packages: number;
}

/**
 * Creates and installs projects as the README says, with packages from a local server; resolves to the last one. The first
 * one warms the cache, so only the others are comparable between machines.
 */
export async function newProject(rounds: number): Promise<NewProject> {
  await packPackages();
  const dataDir = await temporaryFolder();
  const server = await startPlatform({
    main: await buildPlatform(),
    dataDir,
    env: { PACKAGES_DIR: PACKED_FOLDER },
    cores: 'all',
  });
  try {
    let project = await makeProject(server.origin);
    for (let round = 1; round < rounds; round += 1) project = await makeProject(server.origin);
    return project;
  } finally {
    await server.stop();
  }
}

async function makeProject(origin: string): Promise<NewProject> {
  const folder = await temporaryFolder();
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const env = {
    PATH,
    HOME,
    // Drops pnpm's environment, which would confuse npm, but keeps this machine's certificates.
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    ...(await npmOfStranger(folder)),
  };
  const work = join(folder, 'work');
  await mkdir(work);
  const npm = async (cwd: string, ...args: string[]) => {
    const since = performance.now();
    await promisify(execFile)('npm', args, { cwd, env, maxBuffer: 16 * 1024 * 1024 });
    return performance.now() - since;
  };
  const identity = ['--id', 'com.acme.tickets', '--name', 'Tickets', '--template', 'list'];
  const registry = `--@host:registry=${origin}/npm/`;
  const command = ['create', '@host/miniapp@latest', 'tickets', registry, '--', ...identity];
  const createMs = await npm(work, ...command);
  const root = join(work, 'tickets');
  const installMs = await npm(root, 'install', '--no-audit', '--no-fund');
  const { bytes, packages } = await measureFolder(join(root, 'node_modules'));
  return { root, createMs, installMs, bytes, packages: packages.length };
}
