// Assembles everything that running the server takes into a folder: the built server, console and docs, our packages for
// mini-apps, third-party dependencies, and commands. The container image and a systemd installation use the same folder.
//   node scripts/assemble-server.mjs /opt/host-server
import { spawnSync } from 'node:child_process';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CONSOLE_FOLDER, buildConsole } from '../apps/console/build-steps/build.mjs';
import { DOCS_FOLDER, buildDocs } from '../apps/docs/build-steps/build.mjs';
import { pnpm } from './build/pnpm.mjs';
import { PACKED_FOLDER, packPackages } from './pack/packPackages.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const EXECUTABLE = 0o755;

const [given] = process.argv.slice(2);
if (given === undefined)
  throw new Error('Say into which folder: node scripts/assemble-server.mjs <folder>');
const folder = resolve(given);
process.chdir(ROOT);
await mkdir(folder, { recursive: true });
if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);

// The package manager demands a folder that does not exist; beside the target, so that moving is a rename.
const beside = await mkdtemp(join(dirname(folder), '.server-'));
try {
  const packages = join(beside, 'packages');
  run(await pnpm('--filter', '@host/server', 'deploy', '--prod', '--legacy', packages));
  await rename(join(packages, 'node_modules'), join(folder, 'node_modules'));
  await copyFile(join(packages, 'package.json'), join(folder, 'package.json'));
} finally {
  await rm(beside, { recursive: true });
}
// Our own packages are bundled into the build.
await rm(join(folder, 'node_modules/@host'), { recursive: true });
run([process.execPath, 'server/build.mjs'], { BUILD_FOLDER: join(folder, 'dist') });

await buildConsole();
await cp(CONSOLE_FOLDER, join(folder, 'console'), { recursive: true });
await buildDocs();
await cp(DOCS_FOLDER, join(folder, 'docs'), { recursive: true });

await packPackages((step) => console.log(step));
await cp(PACKED_FOLDER, join(folder, 'npm'), { recursive: true });

await mkdir(join(folder, 'bin'));
const options = JSON.parse(await readFile(join(ROOT, 'server/nodeOptions.json'), 'utf8'));
const program = join(folder, 'bin/host-server');
await writeFile(
  program,
  [
    '#!/bin/sh',
    ': "${CONSOLE_DIR=${0%/*}/../console}"',
    ': "${DOCS_DIR=${0%/*}/../docs}"',
    ': "${PACKAGES_DIR=${0%/*}/../npm}"',
    'export CONSOLE_DIR DOCS_DIR PACKAGES_DIR',
    `exec node ${options.join(' ')} "\${0%/*}/../dist/main.js" "$@"`,
    '',
  ].join('\n'),
);
await chmod(program, EXECUTABLE);
await copyFile(join(ROOT, 'deploy/image/health.mjs'), join(folder, 'bin/health.mjs'));

/** @param {string[]} command @param {Record<string, string>} [env] */
function run([name = '', ...args], env = {}) {
  const { status, error } = spawnSync(name, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${name} ended with ${status}.`);
}
