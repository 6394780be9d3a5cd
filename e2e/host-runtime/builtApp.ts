import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { SHARED_MODULES } from '@host/contracts/shared-modules';

import { OWN, compile, digestOf } from './compile.ts';

/** A built mini-app. */
export interface BuiltApp {
  manifest: { appId: string; name: string; version: string; permissions: string[] };
  files: Map<string, Buffer>;
}

/** The options of a build. */
interface Build {
  mode?: 'production' | 'development';
  isStandalone?: boolean;
  /** The folder of another package's fixtures. */
  from?: string;
  /** Replaced sources, by path. */
  sources?: Readonly<Record<string, string>>;
}

/** A mini-app of `fixtures/`, built for the web with manifest overrides; cached until something changes. */
export async function builtApp(
  name: string,
  changes: object = {},
  how: Build = {},
): Promise<BuiltApp> {
  const source = join(OWN, how.from ?? 'fixtures', name);
  const bundler = join(OWN, '../bundler');
  const digest = digestOf(
    [source, ...['src', 'entries', 'loaders'].map((part) => join(bundler, part))],
    JSON.stringify([changes, how]),
  );
  const folder = join(OWN, '.fixtures', `${name}-${digest}`);
  if (!existsSync(folder)) await build(source, folder, changes, how);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as object;
  const output = join(folder, 'build/web');
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => relative(output, join(entry.parentPath, entry.name)));
  const files = await Promise.all(names.map((file) => readFile(join(output, file))));
  return {
    manifest: manifest as BuiltApp['manifest'],
    files: new Map(names.map((file, index) => [file, files[index]!])),
  };
}

async function build(
  source: string,
  folder: string,
  changes: object,
  { mode = 'production', isStandalone = false, sources = {} }: Build,
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(folder), 'unfinished-'));
  await cp(source, unfinished, { recursive: true });
  for (const [path, text] of Object.entries(sources)) {
    await writeFile(join(unfinished, path), text);
  }
  const file = join(unfinished, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, ...changes }));
  const bundler = join(OWN, '../bundler/src/index.ts');
  const { defineMiniApp } = (await import(bundler)) as typeof import('@host/bundler');
  const dependencies = Object.fromEntries(
    Object.keys(SHARED_MODULES).map((module) => [module, '*']),
  );
  await writeFile(
    join(unfinished, 'package.json'),
    JSON.stringify({ name: 'fixture', dependencies }),
  );
  const standalone = process.env['STANDALONE'];
  process.env['STANDALONE'] = String(isStandalone);
  const config = defineMiniApp({ root: unfinished })({ platform: 'web', mode });
  if (standalone === undefined) delete process.env['STANDALONE'];
  else process.env['STANDALONE'] = standalone;
  await compile({ ...config, cache: false });
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
}
