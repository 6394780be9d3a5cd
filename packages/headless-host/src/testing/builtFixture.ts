import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { SHARED_MODULES } from '@host/contracts/shared-modules';
import type { Configuration } from '@rspack/core';

import { withLock } from '../../../../scripts/build/withLock.mjs';
import { buildHost } from '../../build.mjs';
import type { MiniAppManifest, NativePlatform } from '../artifact/Artifact.types.ts';
import { ownFile } from '../ownFile.ts';

/** The timeout of the hook that builds the host and all fixtures, for a slow machine. */
export const BUILD_MS = 240_000;

/** Inside the package, so that fixtures can resolve dependencies; below node_modules they would get no source maps. */
const CACHE = ownFile('.fixtures');

/** The bundler's folders that affect a build. */
const BUNDLER = ['src', 'entries', 'loaders'];

let hostIsBuilt: Promise<unknown> | undefined;

type FixtureName =
  | 'orders'
  | 'components'
  | 'kit'
  | 'misbehaving'
  | 'loops-at-load'
  | 'throws-at-load'
  | 'lazy'
  | 'assets'
  | 'libraries'
  | 'safe-area';

/** Changes to a fixture's files for a build. */
interface FixtureChanges {
  manifest?: Partial<MiniAppManifest>;
  dependencies?: Record<string, string>;
}

/**
 * Builds a mini-app of `fixtures/` like any other; cached until it, or the bundler, changes. Resolves to the project's
 * folder.
 */
export async function builtFixture(
  name: FixtureName,
  platform: NativePlatform,
  changes: FixtureChanges = {},
): Promise<string> {
  hostIsBuilt ??= buildHost();
  await hostIsBuilt;
  const source = ownFile(`fixtures/${name}`);
  const folder = join(
    CACHE,
    digest([source, ...BUNDLER.map((part) => ownFile(`../bundler/${part}`))], changes),
    name,
  );
  const isBuilt = () => existsSync(join(folder, 'build', platform));
  if (isBuilt()) return folder;
  return withLock(join(CACHE, 'lock'), async () => {
    if (!isBuilt()) await build(source, folder, platform, changes);
    return folder;
  });
}

async function build(
  source: string,
  folder: string,
  platform: NativePlatform,
  changes: FixtureChanges,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(source, 'manifest.json'), 'utf8')) as object;
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, ...changes.manifest }),
  );
  const { defineMiniApp } = await loadBundler();
  const shared = Object.fromEntries(Object.keys(SHARED_MODULES).map((module) => [module, '*']));
  const dependencies = { ...shared, ...changes.dependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'fixture', dependencies }));

  const config = defineMiniApp({ root: folder })({ platform });
  const unfinished = join(folder, `unfinished-${platform}`);
  await compile({ ...config, cache: false, output: { ...config.output, path: unfinished } });
  await mkdir(join(folder, 'build'), { recursive: true });
  await rm(join(folder, 'build', platform), { recursive: true, force: true });
  await rename(unfinished, join(folder, 'build', platform));
}

/** Loads the bundler from source: its `dist` may be outdated, or being built by another test. */
async function loadBundler(): Promise<typeof import('@host/bundler')> {
  const path = ownFile('../bundler/src/index.ts');
  return (await import(path)) as typeof import('@host/bundler');
}

/** Compiles, and rejects with what is wrong. */
export async function compile(config: Configuration): Promise<void> {
  const { rspack } = await import('@rspack/core');
  const compiler = rspack(config);
  const stats = await new Promise<string | undefined>((resolve, reject) => {
    compiler.run((error, result) => {
      if (error) reject(error);
      else resolve(result?.hasErrors() ? result.toString({ all: false, errors: true }) : undefined);
    });
  });
  await new Promise((resolve) => {
    compiler.close(resolve);
  });
  if (stats !== undefined) throw new Error(stats);
}

function digest(folders: string[], changes: object): string {
  const hash = createHash('sha256').update(JSON.stringify(changes));
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.includes('.test.')) continue;
      const path = join(entry.parentPath, entry.name);
      hash.update(path.slice(folder.length)).update(readFileSync(path));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
