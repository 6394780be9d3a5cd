import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEPENDENCY_KINDS, type SourceFile, type WorkspacePackage } from './WorkspacePackage.ts';

const GENERATED = ['node_modules', 'dist', 'build'];

/** Reads every package that pnpm-workspace.yaml lists, and the repository's own scripts as package `.`. */
export function readWorkspace(root: string): WorkspacePackage[] {
  const patterns = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const folders = workspacePatterns(patterns).flatMap((pattern) => foldersOf(root, pattern));
  return [
    readPackage(root, '.', 'scripts'),
    ...folders.map((folder) => readPackage(root, folder, '.')),
  ];
}

/** The list below `packages:` of a pnpm-workspace.yaml. */
export function workspacePatterns(yaml: string): string[] {
  const [, list] = /^packages:\n((?:[ \t]+.*\n|\n|#.*\n)*)/m.exec(yaml) ?? [];
  if (list === undefined) throw new Error('pnpm-workspace.yaml has no list `packages:`.');
  return [...list.matchAll(/^\s+- ['"]?([^'"\s#]+)/gm)].map(([, pattern]) => pattern ?? '');
}

function foldersOf(root: string, pattern: string): string[] {
  const [, parent] = /^(.+)\/\*$/.exec(pattern) ?? [];
  const candidates =
    parent === undefined
      ? [pattern]
      : readdirIfAny(join(root, parent)).map((name) => `${parent}/${name}`);
  return candidates.filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function readdirIfAny(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function readPackage(root: string, folder: string, sourceFolder: string): WorkspacePackage {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const [dependencies, devDependencies, peerDependencies] = DEPENDENCY_KINDS.map((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  return {
    folder,
    name: manifest.name,
    dependencies: {
      dependencies: dependencies ?? [],
      devDependencies: devDependencies ?? [],
      peerDependencies: peerDependencies ?? [],
    },
    sources: readSources(
      join(root, folder),
      sourceFolder,
      new Set([...GENERATED, ...ignoredFolders(join(root, folder, '.gitignore'))]),
    ),
  };
}

/** The folders in a package's own `.gitignore`, which its build writes. */
function ignoredFolders(file: string): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^([\w-]+)\/$/gm)].map(([, name]) => name!);
}

function readSources(
  packageFolder: string,
  folder: string,
  generated: ReadonlySet<string>,
): SourceFile[] {
  return readdirSync(join(packageFolder, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (generated.has(entry.name)) return [];
    // Such as the fixtures that tests build, and which change while others run.
    if (entry.isDirectory() && entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return readSources(packageFolder, path, generated);
    if (!/\.[cm]?[jt]sx?$/.test(entry.name)) return [];
    return { path, text: readFileSync(join(packageFolder, path), 'utf8') };
  });
}
