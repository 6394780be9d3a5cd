import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

type Name = 'hermes' | 'hermesc';

/** The package with both binaries, and their folder in Hermes' own packages, from which this repository copies them. */
const SYSTEMS: Record<string, { package: string; folder: string }> = {
  'linux x64': { package: '@host/hermes-linux-x64', folder: 'linux64-bin' },
  'darwin x64': { package: '@host/hermes-darwin', folder: 'osx-bin' },
  'darwin arm64': { package: '@host/hermes-darwin', folder: 'osx-bin' },
  'win32 x64': { package: '@host/hermes-win32-x64', folder: 'win64-bin' },
};

/** The path of `hermes`, which runs scripts, or `hermesc`, which compiles them as React Native does. */
export function hermesBinary(name: Name): string {
  const binary = find(name);
  if (binary !== undefined) return binary;
  throw new Error(`${whyNoHermes()} Use the engine "v8".`);
}

/**
 * Why this machine can neither run nor compile for Hermes; undefined if it can.
 *
 * @example
 * const engines = whyNoHermes() === undefined ? ['v8', 'hermes'] : ['v8'];
 */
export function whyNoHermes(): string | undefined {
  if (find('hermes') !== undefined && find('hermesc') !== undefined) return undefined;
  const here = `${process.platform} on ${process.arch}`;
  const system = systemHere();
  return system
    ? `Hermes is not installed: ${system.package} is missing. Install without --omit=optional.`
    : `There is no Hermes for ${here}: it is there for Linux on x64, macOS and Windows.`;
}

function systemHere() {
  return SYSTEMS[`${process.platform} ${process.arch}`];
}

function find(name: Name): string | undefined {
  const system = systemHere();
  if (!system) return undefined;
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const [owner, folder] =
    name === 'hermes'
      ? ['hermes-engine-cli', system.folder]
      : ['hermes-compiler', `hermesc/${system.folder}`];
  return fileOf(system.package, `system/${file}`) ?? fileOf(owner, `${folder}/${file}`);
}

function fileOf(name: string, path: string): string | undefined {
  try {
    const file = join(dirname(require.resolve(`${name}/package.json`)), path);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
