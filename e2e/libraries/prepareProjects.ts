import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { PACKED_FOLDER } from '../../scripts/pack/packPackages.mjs';
import type { Library } from './Library.types.ts';
import { stepsOf } from './stepsOf.ts';
import { withRegistry } from './withRegistry.ts';

const exec = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/miniapp.js', import.meta.url));
const PACK = fileURLToPath(new URL('../../scripts/pack-packages.mjs', import.meta.url));
const USES = fileURLToPath(new URL('uses/', import.meta.url));
const EXPO = /^@?expo(?:[-/@]|$)/;

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Where libraries are installed. */
export interface Installed {
  /** A new project: what `miniapp create` writes. */
  template: string;
  /** The folder whose `node_modules` has a library. */
  folderOf(library: Library): string;
}

/**
 * Installs all libraries, once for all. Those of Expo are in a folder below the others: libraries look for them, and use
 * them where they are there. Nothing is installed again that is there.
 */
export async function installLibraries(
  folder: string,
  libraries: readonly Library[],
  say: (text: string) => void,
): Promise<void> {
  say('packing our own packages');
  // By Node alone: what compiles TypeScript here would leave its marks in the code of functions that is built in.
  await exec(process.execPath, [PACK]);
  await mkdir(folder, { recursive: true });
  // As for anybody, our own packages come from a server.
  await withRegistry(folder, async (registry) => {
    const { dependencies, devDependencies } = await writeTemplate(folder, registry);
    const wanted = Object.assign({}, ...libraries.map(dependenciesOf)) as Record<string, string>;
    const pick = (ofExpo: boolean) =>
      Object.fromEntries(Object.entries(wanted).filter(([name]) => EXPO.test(name) === ofExpo));
    const all = { ...pick(false), ...dependencies, ...devDependencies };
    await install(folder, all, registry, say);
    await install(join(folder, 'expo'), pick(true), registry, say);
  });
}

/** What `installLibraries` has left in a folder. */
export function installedIn(folder: string): Installed {
  const expo = join(folder, 'expo');
  return {
    template: join(folder, 'template'),
    folderOf: (library) =>
      Object.keys(dependenciesOf(library)).some((name) => EXPO.test(name)) ? expo : folder,
  };
}

/** A mini-app that uses a library: the project that `miniapp create` makes, with another first screen. */
export async function prepareProject(installed: Installed, library: Library): Promise<string> {
  // One folder for all: what is cached there makes the next build faster.
  const root = join(installed.folderOf(library), 'project');
  await rm(join(root, 'src'), { recursive: true, force: true });
  await cp(installed.template, root, { recursive: true });
  const manifest = await readManifest(root);
  // What every project has stays as the template wants it.
  manifest.dependencies = { ...dependenciesOf(library), ...manifest.dependencies };
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest, null, 2));
  const babel = join(root, 'babel.config.json');
  if (library.babel) await writeFile(babel, JSON.stringify(library.babel));
  else await rm(babel, { force: true });
  await writeUse(root, library);
  return root;
}

/** Lets a mini-app show the use of a library, and nothing else. */
export async function writeUse(root: string, library: Library): Promise<void> {
  await cp(join(USES, `${library.use}.tsx`), join(root, 'src/screens/HomeScreen.tsx'));
  const file = join(root, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  const { permissions = [] } = library;
  await writeFile(file, JSON.stringify({ ...manifest, permissions }, null, 2));
  const fixtures = { steps: stepsOf(library) };
  await writeFile(join(root, 'fixtures.json'), JSON.stringify(fixtures, null, 2));
}

/** The versions of a library, and of what it was installed with. */
export async function installedVersions(
  installed: Installed,
  library: Library,
): Promise<{ version: string; with: Record<string, string> }> {
  const folder = installed.folderOf(library);
  const { [library.name]: _, ...others } = dependenciesOf(library);
  const versions: [string, string][] = [];
  for (const name of Object.keys(others)) versions.push([name, await versionOf(folder, name)]);
  return {
    version: await versionOf(folder, library.name),
    with: Object.fromEntries(versions),
  };
}

async function versionOf(folder: string, name: string): Promise<string> {
  const path = packageFolder(folder, name);
  const text = await readFile(join(path, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function packageFolder(folder: string, name: string): string {
  const own = join(folder, 'node_modules', name);
  return existsSync(own) ? own : join(folder, '../node_modules', name);
}

async function install(
  folder: string,
  dependencies: Record<string, string>,
  registry: string,
  say: (text: string) => void,
): Promise<void> {
  const builtFrom = await readFile(join(PACKED_FOLDER, 'built-from'), 'utf8');
  const wanted = JSON.stringify({ private: true, builtFrom, dependencies }, null, 2);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'package.json');
  const isThere = existsSync(join(folder, 'node_modules'));
  if (isThere && (await readFile(file, 'utf8').catch(() => '')) === wanted) return;
  // npm leaves a version alone that is there, and ours stay the same version when they are packed again.
  for (const ours of ['@host', 'react-native', '.package-lock.json']) {
    await rm(join(folder, 'node_modules', ours), { recursive: true, force: true });
  }
  say(`installing ${Object.keys(dependencies).length} packages with npm in ${folder}`);
  await writeFile(file, JSON.stringify({ private: true, dependencies }));
  // Each library of the list names its peers. No script of theirs has to run for JavaScript.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const args = ['install', '--no-package-lock', `--@host:registry=${registry}`, ...options];
  await exec('npm', args, { cwd: folder, maxBuffer: 2 ** 26 });
  // Only now: what was interrupted is installed again.
  await writeFile(file, wanted);
}

async function writeTemplate(folder: string, registry: string): Promise<Manifest> {
  const template = join(folder, 'template');
  await rm(template, { recursive: true, force: true });
  const identity = ['--id', 'com.example.library', '--name', 'Library'];
  const options = ['--template', 'blank', '--no-git', '--registry', registry];
  await exec(process.execPath, [COMMAND, 'create', 'template', ...identity, ...options], {
    cwd: folder,
  });
  return readManifest(template);
}

async function readManifest(root: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
}

function dependenciesOf({ name, range, with: others = [] }: Library): Record<string, string> {
  const entries = others.map((other) => {
    const [, named, wanted] = /^(.+?)(?:@([^@/]+))?$/.exec(other)!;
    return [named!, wanted ?? 'latest'] as const;
  });
  return Object.fromEntries([[name, range ?? 'latest'], ...entries]);
}
