import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { PACKED_FOLDER, packPackages } from '../../scripts/pack/packPackages.mjs';
import type { Batch } from './Batch.types.ts';
import type { Library } from './Library.types.ts';
import { stepsOf, useList } from './useList.ts';

const exec = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/miniapp.js', import.meta.url));
const USES = fileURLToPath(new URL('uses/', import.meta.url));
const REGISTRY = 'https://host.example/npm/';
/** Of our packages, those that no mini-app needs. */
const NOT_NEEDED = /^host-(?:create-miniapp|host-runtime|push)-/;
const EXPO = /^@?expo(?:[-/@]|$)/;

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/**
 * Installs all libraries and says which are measured together. Those of Expo are in a folder below the others: libraries
 * look for them, and use them where they are there. Nothing is installed again that is there.
 */
export async function installLibraries(
  folder: string,
  libraries: readonly Library[],
  say: (text: string) => void,
): Promise<Batch[]> {
  await packPackages(say);
  await mkdir(folder, { recursive: true });
  const { dependencies, devDependencies } = await writeTemplate(folder);
  const wanted = Object.assign({}, ...libraries.map(dependenciesOf)) as Record<string, string>;
  const names = Object.keys(wanted);
  const pick = (isPicked: (name: string) => boolean) =>
    Object.fromEntries(names.filter(isPicked).map((name) => [name, wanted[name]!]));
  await install(
    folder,
    {
      ...dependencies,
      ...devDependencies,
      ...pick((name) => !EXPO.test(name)),
      ...(await packedPackages()),
    },
    say,
  );
  await install(
    join(folder, 'expo'),
    pick((name) => EXPO.test(name)),
    say,
  );
  return batchesOf(folder, libraries);
}

/** A mini-app that uses the libraries of a batch: the project that `miniapp create` makes, with another first screen. */
export async function prepareBatch(top: string, batch: Batch): Promise<string> {
  const root = join(batch.folder, 'projects', batch.name);
  // What is cached there makes the next measurement faster.
  await rm(join(root, 'src'), { recursive: true, force: true });
  await cp(join(top, 'template'), root, { recursive: true });
  const manifest = await readManifest(root);
  Object.assign((manifest.dependencies ??= {}), ...batch.libraries.map(dependenciesOf));
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest, null, 2));
  const { babel } = batch.libraries[0]!;
  if (babel) await writeFile(join(root, 'babel.config.json'), JSON.stringify(babel));
  await writeUses(root, batch.libraries);
  return root;
}

/** Lets the mini-app of a batch use these libraries, and no other. */
export async function writeUses(root: string, libraries: readonly Library[]): Promise<void> {
  await mkdir(join(root, 'src/uses'), { recursive: true });
  for (const { use } of libraries) {
    await cp(join(USES, `${use}.tsx`), join(root, `src/uses/${use}.tsx`));
  }
  await writeFile(join(root, 'src/screens/HomeScreen.tsx'), useList(libraries));
  const steps = libraries.flatMap((library) => stepsOf(library));
  await writeFile(join(root, 'fixtures.json'), JSON.stringify({ steps }, null, 2));
}

/** The versions of a library, and of what it was installed with. */
export async function installedVersions(
  { folder }: Batch,
  library: Library,
): Promise<{ version: string; with: Record<string, string> }> {
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

/** Libraries with native code are apart, so are those with a configuration of Babel: it holds for a whole project. */
async function batchesOf(folder: string, libraries: readonly Library[]): Promise<Batch[]> {
  const batches = new Map<string, Library[]>();
  for (const library of libraries) {
    const names = Object.keys(dependenciesOf(library));
    const isOfExpo = names.some((name) => EXPO.test(name));
    const isNative = names.some((name) => hasNativePart(packageFolder(folder, name)));
    const kind = isOfExpo ? 'expo' : isNative ? 'native' : 'javascript';
    const key = `${kind} ${JSON.stringify(library.babel ?? '')}`;
    batches.set(key, [...(batches.get(key) ?? []), library]);
  }
  return [...batches].map(([key, members], index) => ({
    name: `${key.split(' ')[0]}-${index + 1}`,
    folder: key.startsWith('expo') ? join(folder, 'expo') : folder,
    libraries: members,
  }));
}

function hasNativePart(folder: string): boolean {
  return existsSync(join(folder, 'android')) || existsSync(join(folder, 'ios'));
}

async function install(
  folder: string,
  dependencies: Record<string, string>,
  say: (text: string) => void,
): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'package.json');
  const isThere = existsSync(join(folder, 'node_modules'));
  if (isThere && (await readFile(file, 'utf8').catch(() => '')) === wanted) return;
  say(`installing ${Object.keys(dependencies).length} packages with npm in ${folder}`);
  await writeFile(file, wanted);
  // Each library of the list names its peers. No script of theirs has to run for JavaScript.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  await exec('npm', ['install', ...options], { cwd: folder, maxBuffer: 2 ** 26 });
}

async function writeTemplate(folder: string): Promise<Manifest> {
  const template = join(folder, 'template');
  await rm(template, { recursive: true, force: true });
  const identity = ['--id', 'com.example.library', '--name', 'Library'];
  const options = ['--template', 'blank', '--no-git', '--registry', REGISTRY];
  await exec(process.execPath, [COMMAND, 'create', 'template', ...identity, ...options], {
    cwd: folder,
  });
  return readManifest(template);
}

async function readManifest(root: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Our own packages, as they are published. */
async function packedPackages(): Promise<Record<string, string>> {
  const archives = (await readdir(PACKED_FOLDER)).filter(
    (name) => name.endsWith('.tgz') && !NOT_NEEDED.test(name),
  );
  return Object.fromEntries(
    archives.map((file) => {
      const [, name] = /^host-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(file)!;
      return [`@host/${name}`, `file:${join(PACKED_FOLDER, file)}`];
    }),
  );
}

function dependenciesOf({ name, range, with: others = [] }: Library): Record<string, string> {
  const entries = others.map((other) => {
    const [, named, wanted] = /^(.+?)(?:@([^@/]+))?$/.exec(other)!;
    return [named!, wanted ?? 'latest'] as const;
  });
  return Object.fromEntries([[name, range ?? 'latest'], ...entries]);
}
