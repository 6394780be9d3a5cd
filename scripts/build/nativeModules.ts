import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('../../apps/host/', import.meta.url));
/** The package whose dev dependencies include the modules for pushes to a closed app, which a host adds itself. */
const PUSH = fileURLToPath(new URL('../../packages/push/', import.meta.url));
const FIREBASE = ['@react-native-firebase/app', '@react-native-firebase/messaging'];
/** Part of every native project, so it is not listed. */
const REACT_NATIVE = 'react-native';

/** A package with native code for ios or android. */
export interface NativeModule {
  name: string;
  version: string;
  licence: string;
  platforms: readonly ('ios' | 'android')[];
}

/** A native module with the dependency path that leads to it from the host. */
interface NeededModule extends NativeModule {
  path: readonly string[];
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The native modules of the reference host: its direct dependencies, since autolinking ignores transitive ones. */
export function nativeModules(): NativeModule[] {
  const { dependencies = {} } = manifestIn(HOST);
  return nativeAmong(Object.keys(dependencies), HOST);
}

/** The modules that a host adds to receive pushes while it is closed. */
export function firebaseModules(): NativeModule[] {
  return nativeAmong(FIREBASE, PUSH);
}

/** Every native module among the transitive dependencies of the reference host, each installed version once. */
export function neededNativeModules(): NeededModule[] {
  const found = new Map<string, NeededModule>();
  const seen = new Set<string>();
  const look = (folder: string, path: readonly string[]): void => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const manifest = manifestIn(folder);
    const described = describe(folder);
    const { name, version, platforms } = described;
    const key = `${name}@${version}`;
    if (platforms.length > 0 && name !== REACT_NATIVE && !found.has(key)) {
      found.set(key, { ...described, path });
    }
    for (const need of needsOf(manifest)) {
      const needed = installedFor(folder, need);
      if (needed) look(needed, [...path, manifest.name]);
    }
  };
  look(realpathSync(HOST), []);
  return [...found.values()].toSorted(byName);
}

function nativeAmong(names: readonly string[], project: string): NativeModule[] {
  return names
    .filter((name) => name !== REACT_NATIVE)
    .map((name) => describe(join(project, 'node_modules', name)))
    .filter(({ platforms }) => platforms.length > 0)
    .toSorted(byName);
}

/** Includes optional peers, which are used if they are installed. */
function needsOf({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

/** Resolved as by Node; undefined for an optional dependency that is not installed. */
function installedFor(folder: string, name: string): string | undefined {
  for (let from = folder; from !== dirname(from); from = dirname(from)) {
    const candidate = join(from, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  return undefined;
}

function describe(folder: string): NativeModule {
  const { name, version, license } = manifestIn(folder);
  const hasPod = readdirSync(folder).some((file) => file.endsWith('.podspec'));
  const hasGradle = ['build.gradle', 'build.gradle.kts'].some((file) =>
    existsSync(join(folder, 'android', file)),
  );
  return {
    name,
    version,
    licence: license ?? 'none named',
    platforms: [
      ...(hasPod ? (['ios'] as const) : []),
      ...(hasGradle ? (['android'] as const) : []),
    ],
  };
}

function byName(one: NativeModule, other: NativeModule): number {
  return one.name < other.name ? -1 : 1;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
