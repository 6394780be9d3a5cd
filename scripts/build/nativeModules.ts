import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('../../apps/host/', import.meta.url));

/** A package of the reference host that has code for ios or android. */
export interface NativeModule {
  name: string;
  version: string;
  licence: string;
  platforms: readonly ('ios' | 'android')[];
}

/** The native modules of the reference host: what autolinking finds among its dependencies. */
export function nativeModules(): NativeModule[] {
  const { dependencies } = readJson(join(HOST, 'package.json')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies)
    .filter((name) => name !== 'react-native')
    .map((name) => describe(name))
    .filter(({ platforms }) => platforms.length > 0)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function describe(name: string): NativeModule {
  const folder = join(HOST, 'node_modules', name);
  const { version, license } = readJson(join(folder, 'package.json')) as {
    version: string;
    license?: string;
  };
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

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
