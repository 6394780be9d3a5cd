import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The packages that a workspace must contain for a mini-app in it to use them instead of published ones. */
const NEEDED = [
  '@host/bundler',
  '@host/cli',
  '@host/headless-host',
  '@host/kit',
  '@host/miniapp-sdk',
];

/** Whether a folder belongs to a pnpm workspace that contains our packages. */
export async function isInWorkspace(target: string): Promise<boolean> {
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'pnpm-workspace.yaml'), 'utf8').catch(() => undefined);
    if (text !== undefined) return hasOurs(folder, patternsOf(text), target);
    if (folder === dirname(folder)) return false;
  }
}

async function hasOurs(root: string, patterns: string[], target: string): Promise<boolean> {
  const place = relative(root, target).split(sep).join('/');
  if (!patterns.some((pattern) => matches(pattern, place))) return false;
  const names = new Set<unknown>();
  for (const pattern of patterns) {
    for (const folder of await foldersOf(root, pattern)) {
      const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
      names.add((JSON.parse(text) as { name?: string }).name);
    }
  }
  return NEEDED.every((name) => names.has(name));
}

/** The patterns under `packages:`. */
function patternsOf(text: string): string[] {
  const [, list = ''] = /^packages:[^\n]*\n((?:[ \t]*(?:-|#)[^\n]*(?:\n|$)|\n)*)/m.exec(text) ?? [];
  return [...list.matchAll(/^\s*-\s*['"]?([^'"#\s]+)/gm)]
    .map(([, pattern]) => pattern!.replace(/\/$/, ''))
    .filter((pattern) => !pattern.startsWith('!'));
}

/** Matches `packages/*`, every folder directly in it, and `packages/**`, every folder below it. */
function matches(pattern: string, place: string): boolean {
  const [, parent, stars] = /^(.*?)\/?(\*{1,2})?$/.exec(pattern)!;
  if (stars === undefined) return place === parent;
  const isBelow = parent === '' || place.startsWith(`${parent}/`);
  const rest = parent === '' ? place : place.slice(parent!.length + 1);
  return isBelow && (stars === '**' || !rest.includes('/'));
}

async function foldersOf(root: string, pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [join(root, pattern)];
  const parent = join(root, pattern.replace(/\/?\*.*$/, ''));
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
}
