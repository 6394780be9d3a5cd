import { cp, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { pnpm } from '../build/pnpm.mjs';
import { run } from '../check/run.mjs';

/** The build inputs of packages outside of their folders. */
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
 * Builds the packages of a repository and packs the published ones into a folder. It builds in a copy, since other processes
 * may be running from `dist`.
 *
 * @param {string} root
 * @param {string} target
 * @param {(step: string) => void} onStep reports what was done and what is next
 */
export async function packInto(root, target, onStep) {
  // Not below node_modules, where compilers treat everything as third-party code.
  const copy = await mkdtemp(join(tmpdir(), 'pack-packages-'));
  try {
    await packFrom({ root, copy, target, onStep });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function packFrom({ root, copy, target, onStep }) {
  for (const path of SHARED) await cp(join(root, path), join(copy, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const published = await copyPackages(root, copy);
  let count = 0;
  await eachAtOnce(published, async ({ name, folder, scripts }) => {
    // Not with pnpm, which would install first, into the repository that the copy links to.
    await run(['sh', '-c', scripts.build], { cwd: folder });
    onStep(`built ${name} (${++count} of ${published.length})`);
  });
  onStep(`packing ${published.length} packages`);
  // One process for all packages: starting a package manager takes longer than packing.
  const filters = published.flatMap(({ name }) => ['--filter', name]);
  const pack = ['--recursive', ...filters, 'pack', '--pack-destination', target];
  await run(await pnpm(...pack), { cwd: copy });
}

/** Copies all packages, since some read files of others, and returns the published ones. */
async function copyPackages(root, copy) {
  const published = [];
  for (const path of await packageFolders(root)) {
    const source = join(root, path);
    // Leftovers of a package after a branch switch have no package.json.
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

/** Our packages, and the repackaged third-party ones. */
async function packageFolders(root) {
  const nested = ['packages', 'repackaged'].map(async (parent) =>
    (await readdir(join(root, parent))).map((name) => join(parent, name)),
  );
  return (await Promise.all(nested)).flat();
}

/** Runs with limited concurrency. After a failure it starts no more and waits for running ones, which write into the copy. */
async function eachAtOnce(items, work) {
  const waiting = [...items];
  const workers = Math.min(MAX_BUILDS_AT_ONCE, availableParallelism());
  const workOff = async () => {
    try {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: workers }, workOff));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}
