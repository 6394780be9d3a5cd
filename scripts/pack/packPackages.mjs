import {
  cp,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildHost } from '../../packages/headless-host/build.mjs';
import { withLock } from '../build/withLock.mjs';
import { pnpm } from '../check/pnpm.mjs';
import { run } from '../check/run.mjs';
import { digestOfPackages } from './digestOfPackages.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/packed');
/** Where the packages are, once they are packed. */
export const PACKED_FOLDER = join(ROOT, '.packed');
const STAMP = 'built-from';
/** What the builds of packages use besides packages. */
const SHARED = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'scripts/build',
  'tsconfig.base.json',
  'tsconfig.react.json',
];
const NOT_COPIED = new Set(['node_modules', 'dist', '.fixtures']);
const MAX_BUILDS_AT_ONCE = 4;

/**
 * Builds and packs every package as it would be published, unless that was done from the same sources; resolves to
 * whether it did. Processes that ask for it at the same time wait for each other.
 *
 * @param {(step: string) => void} [onStep] is told what is done next
 */
export async function packPackages(onStep = () => {}) {
  if (await isCurrent()) return false;
  return withLock(join(CACHE, 'lock'), async () => {
    if (await isCurrent()) return false;
    const digest = await digestOfPackages(ROOT);
    const unfinished = join(CACHE, 'unfinished');
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    onStep('building the host that mini-apps are checked with');
    await buildHost();
    await packInto(unfinished, onStep);
    await keepOlderVersions(unfinished);
    await writeFile(join(unfinished, STAMP), digest);
    // Who reads them meanwhile finds the old ones or the new ones, and never half of them.
    await rm(PACKED_FOLDER, { recursive: true, force: true });
    await rename(unfinished, PACKED_FOLDER);
    return true;
  });
}

async function isCurrent() {
  const stamp = await readFile(join(PACKED_FOLDER, STAMP), 'utf8').catch(() => '');
  return stamp !== '' && stamp === (await digestOfPackages(ROOT));
}

/** Builds in a copy of the repository, since what others run from `dist` meanwhile has to stay as it is. */
async function packInto(target, onStep) {
  // Not below node_modules, where a compiler takes everything for somebody else's.
  const copy = await mkdtemp(join(tmpdir(), 'pack-packages-'));
  try {
    await packFrom(copy, target, onStep);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function packFrom(copy, target, onStep) {
  for (const path of SHARED) await cp(join(ROOT, path), join(copy, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const published = await copyPackages(copy);
  let count = 0;
  await eachAtOnce(published, async ({ name, folder, scripts }) => {
    // Not through pnpm: it would install first, into the repository that the copy is linked to.
    await run(['sh', '-c', scripts.build], { cwd: folder });
    onStep(`built ${name} (${++count} of ${published.length})`);
  });
  onStep(`packing ${published.length} packages`);
  // One process for all: starting a package manager takes longer than packing.
  const filters = published.flatMap(({ name }) => ['--filter', name]);
  const pack = ['--recursive', ...filters, 'pack', '--pack-destination', target];
  await run(await pnpm(...pack), { cwd: copy });
}

/** Copies all packages, since some look into others, and gives back those that are published. */
async function copyPackages(copy) {
  const published = [];
  for (const path of await packageFolders()) {
    const source = join(ROOT, path);
    // What is left of a package after a change of branch has no package.json.
    const manifest = await readJson(join(source, 'package.json')).catch(() => undefined);
    if (!manifest) continue;
    const folder = join(copy, path);
    await cp(source, folder, {
      recursive: true,
      filter: (file) => !NOT_COPIED.has(basename(file)),
    });
    await symlink(join(source, 'node_modules'), join(folder, 'node_modules'));
    if (!manifest.private) published.push({ ...manifest, folder });
  }
  return published;
}

/** Those that are written here, and parts of those of others. */
async function packageFolders() {
  const nested = ['packages', 'repackaged'].map(async (parent) =>
    (await readdir(join(ROOT, parent))).map((name) => join(parent, name)),
  );
  return (await Promise.all(nested)).flat();
}

/** Projects whose lock file names an older version go on installing it. */
async function keepOlderVersions(target) {
  const packed = await readdir(PACKED_FOLDER).catch(() => []);
  const current = new Set(await readdir(target));
  const older = packed.filter((name) => name.endsWith('.tgz') && !current.has(name));
  for (const name of older) await link(join(PACKED_FOLDER, name), join(target, name));
}

async function eachAtOnce(items, work) {
  const waiting = [...items];
  const workers = Math.min(MAX_BUILDS_AT_ONCE, availableParallelism());
  const workOff = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, workOff));
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}
