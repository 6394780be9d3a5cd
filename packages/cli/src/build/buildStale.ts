import type { Platform } from '@host/contracts';

import type { Output } from '../terminal/Output.ts';
import { type PlatformBuild, buildPlatform, describeBuild } from './buildPlatform.ts';
import { isBuildFresh } from './buildStamp.ts';

/** Builds the platforms whose build is not what the project's files would give now. */
export async function buildStale(
  root: string,
  platforms: readonly Platform[],
  out: Output,
): Promise<PlatformBuild[]> {
  const builds: PlatformBuild[] = [];
  for (const platform of platforms) {
    if (await isBuildFresh(root, platform)) {
      builds.push(await describeBuild(root, platform, 0));
      continue;
    }
    const progress = out.progress(`Building ${platform}`);
    builds.push(
      await buildPlatform(root, platform, (fraction, note) => progress.update(note, fraction)),
    );
    progress.end();
  }
  return builds;
}
