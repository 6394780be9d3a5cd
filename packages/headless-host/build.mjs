// Builds the bundles that the package contains into `host/`: a host for each platform, and the scripts that run before it.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rspack } from '@rspack/core';

import { withLock } from '../../scripts/build/withLock.mjs';
import { digestOfInputs } from './build/digestOfInputs.mjs';
import { hostConfig, scriptConfig } from './host-app/rspack.config.mjs';

const CACHE = join(import.meta.dirname, 'node_modules/.cache');
const HOST = join(import.meta.dirname, 'host');
const STAMP = join(HOST, 'built-from');

/**
 * Builds `host/` unless its sources are unchanged; resolves to whether it built. Concurrent processes wait for each other.
 */
export async function buildHost() {
  if (await isCurrent()) return false;
  return withLock(join(CACHE, 'host.lock'), async () => {
    if (await isCurrent()) return false;
    await build(join(CACHE, 'host-unfinished'));
    return true;
  });
}

async function isCurrent() {
  const stamp = await readFile(STAMP, 'utf8').catch(() => '');
  return stamp === (await digestOfInputs());
}

async function build(folder) {
  const digest = await digestOfInputs();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await compile(
    [
      scriptConfig('runtime', './src/runtime/index.ts'),
      scriptConfig('structure', './src/runtime/structure.ts'),
      hostConfig('ios'),
      hostConfig('android'),
    ].map((config) => ({ ...config, output: { ...config.output, path: folder } })),
  );
  // Concurrent readers never see partial files, and see the stamp only when all files are there.
  await mkdir(HOST, { recursive: true });
  await rm(STAMP, { force: true });
  for (const file of await readdir(folder)) await rename(join(folder, file), join(HOST, file));
  await writeFile(STAMP, digest);
}

async function compile(configs) {
  // One after the other, so that the build for android reuses the cache of the one for ios.
  const compiler = rspack(Object.assign(configs, { parallelism: 1 }));
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve) => {
    compiler.close(resolve);
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  const didBuild = await buildHost();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(didBuild ? `host/ was built in ${seconds} s` : 'host/ is up to date');
}
