import { join } from 'node:path';

import type { Platform } from '@host/contracts';

import { type BuiltFile, measureBuild } from './measureBuild.ts';
import { loadConfig } from './loadConfig.ts';
import { loadRspack } from './loadRspack.ts';
import { progressPlugin, runCompiler } from './runCompiler.ts';

/** The output of one platform's build. */
export interface PlatformBuild {
  platform: Platform;
  /** `build/<platform>` in the project. */
  dir: string;
  /** Without source maps. */
  files: BuiltFile[];
  /** The sum over all files; `gzip` is about what an archive of them weighs. */
  size: number;
  gzip: number;
  milliseconds: number;
}

/** Builds a project for a platform with its own `rspack.config.mjs`. */
export async function buildPlatform(
  root: string,
  platform: Platform,
  onProgress: (fraction: number, note: string) => void,
): Promise<PlatformBuild> {
  const start = performance.now();
  const [config, rspack] = [
    await loadConfig(root, { platform, mode: 'production' }),
    await loadRspack(root),
  ];
  // Log output of plugins is noise to the person who builds.
  config.infrastructureLogging = { level: 'none' };
  config.plugins = [...(config.plugins ?? []), progressPlugin(rspack, onProgress)];
  await runCompiler(rspack, config);
  return describeBuild(root, platform, performance.now() - start);
}

/** Describes the contents of `build/<platform>`. */
async function describeBuild(
  root: string,
  platform: Platform,
  milliseconds: number,
): Promise<PlatformBuild> {
  const dir = join(root, 'build', platform);
  const files = await measureBuild(dir);
  return {
    platform,
    dir,
    files,
    size: files.reduce((sum, file) => sum + file.size, 0),
    gzip: files.reduce((sum, file) => sum + file.gzip, 0),
    milliseconds: Math.round(milliseconds),
  };
}
