// Builds what the package brings along into `host/`: the host bundles, the runtime below them, and the federation runtime.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rspack } from '@rspack/core';

import { SHARED, hostConfig, installedVersion, scriptConfig } from './host-app/rspack.config.mjs';

const FOLDER = import.meta.dirname;
const STAMP = join(FOLDER, 'host/built-from');

/** Everything that a build depends on, apart from what is installed. */
const SOURCES = [
  'build.mjs',
  'package.json',
  'host-app',
  'src/runtime',
  '../kit/src',
  '../miniapp-sdk/src',
  '../contracts/src',
];

/** Builds `host/`, unless it was built from the same sources; resolves to whether it did. */
export async function buildHost() {
  const digest = await digestOfInputs();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === digest) return false;
  await rm(STAMP, { force: true });
  await mkdir(join(FOLDER, 'host'), { recursive: true });
  await compile([
    scriptConfig('runtime', './src/runtime/index.ts'),
    scriptConfig('structure', './src/runtime/structure.ts'),
    hostConfig('ios'),
    hostConfig('android'),
  ]);
  await writeFile(
    join(FOLDER, 'host/modules.json'),
    `${JSON.stringify(Object.fromEntries([...SHARED, '@host/miniapp-sdk'].map((name) => [name, installedVersion(name)])), null, 2)}\n`,
  );
  await writeFile(STAMP, digest);
  return true;
}

async function compile(configs) {
  const compiler = rspack(configs);
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

async function digestOfInputs() {
  const hash = createHash('sha256');
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(FOLDER, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    hash.update(`${name} ${installedVersion(name)}\n`);
  }
  for (const source of SOURCES) {
    for (const file of await filesIn(join(FOLDER, source))) {
      hash.update(`${file.slice(FOLDER.length)}\n`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesIn(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  const didBuild = await buildHost();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(didBuild ? `host/ was built in ${seconds} s` : 'host/ is up to date');
}
