import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { type Program, hostFile } from '../engines/Program.ts';
import { DEFAULT_LIMITS, type Limits } from '../Limits.ts';
import { openScreen } from './openScreen.ts';
import type { Screen } from './Screen.types.ts';

/** Which host is started, and what it finds. */
export interface HostBundleOptions {
  /** The folder of a build for the platform: `index.bundle` and the chunks that belong to it. */
  dir: string;
  platform: NativePlatform;
  /** The name under which it registers its component. */
  component: string;
  /** The servers that it can reach: where the requests for an origin go. */
  servers: Record<string, string>;
  limits?: Partial<Limits>;
}

const APP = 'host';

/**
 * Starts a host of its own on V8, in place of the one that this package brings along: on a device that is new, with
 * files, a key store and a network. Close it when you are done.
 *
 * @example
 * const host = await openHostBundle({
 *   dir: 'dist/ios',
 *   platform: 'ios',
 *   component: 'host',
 *   servers: { 'https://host.example': 'http://localhost:8080' },
 * });
 * await host.press('Orders');
 * await host.close();
 */
export async function openHostBundle(options: HostBundleOptions): Promise<Screen> {
  const { dir, platform, component, servers, limits } = options;
  const program: Program = {
    platform,
    limits: { ...DEFAULT_LIMITS, ...limits },
    runtimeFile: hostFile('runtime.bundle'),
    hostFile: join(dir, 'index.bundle'),
    device: { component, servers },
    miniApps: {},
    // Chunks lie beside the bundle in the app; that is how Re.Pack asks for them.
    files: Object.fromEntries(readdirSync(dir).map((name) => [`file:///${name}`, join(dir, name)])),
  };
  const { screen } = await openScreen(program, APP, [{ do: 'start', app: APP }]);
  return screen;
}
