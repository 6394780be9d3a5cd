import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

const FOLDERS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux64-bin',
  darwin: 'osx-bin',
  win32: 'win64-bin',
};

/** The Hermes that runs scripts, `hermes`, or the one that compiles them as React Native does, `hermesc`. */
export function hermesBinary(name: 'hermes' | 'hermesc'): string {
  const path = join(folderOf(name), process.platform === 'win32' ? `${name}.exe` : name);
  const runsHere = process.platform !== 'linux' || process.arch === 'x64';
  if (runsHere && existsSync(path)) return path;
  throw new Error(
    `There is no ${name} for ${process.platform} on ${process.arch}. ` +
      'It is there for Linux on x64, macOS and Windows; elsewhere use the engine "v8".',
  );
}

function folderOf(name: 'hermes' | 'hermesc'): string {
  const folder = FOLDERS[process.platform] ?? '';
  return name === 'hermes'
    ? join(dirname(require.resolve('hermes-engine-cli/package.json')), folder)
    : join(dirname(require.resolve('hermes-compiler/package.json')), 'hermesc', folder);
}
