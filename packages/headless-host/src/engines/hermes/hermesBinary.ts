import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

type Name = 'hermes' | 'hermesc';

const FOLDERS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux64-bin',
  darwin: 'osx-bin',
  win32: 'win64-bin',
};

/** The Hermes that runs scripts, `hermes`, or the one that compiles them as React Native does, `hermesc`. */
export function hermesBinary(name: Name): string {
  const binary = find(name);
  if (binary !== undefined) return binary;
  throw new Error(`${whyNoHermes()} Use the engine "v8".`);
}

/**
 * Why this machine can neither run nor compile for Hermes; undefined when it can.
 *
 * @example
 * const engines = whyNoHermes() === undefined ? ['v8', 'hermes'] : ['v8'];
 */
export function whyNoHermes(): string | undefined {
  if (find('hermes') !== undefined && find('hermesc') !== undefined) return undefined;
  const here = `${process.platform} on ${process.arch}`;
  return `There is no Hermes for ${here}: it is there for Linux on x64, macOS and Windows.`;
}

function find(name: Name): string | undefined {
  const path = join(folderOf(name), process.platform === 'win32' ? `${name}.exe` : name);
  const runsHere = process.platform !== 'linux' || process.arch === 'x64';
  return runsHere && existsSync(path) ? path : undefined;
}

function folderOf(name: Name): string {
  const folder = FOLDERS[process.platform] ?? '';
  return name === 'hermes'
    ? join(dirname(require.resolve('hermes-engine-cli/package.json')), folder)
    : join(dirname(require.resolve('hermes-compiler/package.json')), 'hermesc', folder);
}
