import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { DEFAULT_LIMITS, type Limits } from '../Limits.ts';
import { type Program, hostFile } from './Program.ts';

/** A host of its own on a device that is new, from the folder of its build. */
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
    // Chunks lie beside the bundle in the app; that is how Re.Pack asks for them.
    files: Object.fromEntries(readdirSync(dir).map((name) => [`file:///${name}`, join(dir, name)])),
  };
}
