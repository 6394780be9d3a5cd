import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { DEFAULT_LIMITS, type Limits } from '../Limits.ts';
import { type Program, hostFile } from './Program.ts';

/** Creates a program that runs a complete host app on a new device, from the folder of its build. */
export function createHostProgram(options: {
  dir: string;
  platform: NativePlatform;
  device: NonNullable<Program['device']>;
  limits?: Partial<Limits>;
}): Program {
  const { dir, platform, device, limits } = options;
  return {
    platform,
    limits: { ...DEFAULT_LIMITS, ...limits },
    runtimeFile: hostFile('runtime.bundle'),
    hostFile: join(dir, 'index.bundle'),
    device,
    miniApps: {},
    // In the app, chunks are next to the bundle, and Re.Pack requests them by these URLs.
    files: Object.fromEntries(readdirSync(dir).map((name) => [`file:///${name}`, join(dir, name)])),
  };
}
