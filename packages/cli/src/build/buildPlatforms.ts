import type { Platform } from '@host/contracts';

import type { Output } from '../terminal/Output.ts';
import { type PlatformBuild, buildPlatform } from './buildPlatform.ts';

/**
 * Builds platforms one after the other. An earlier build is never reused as it is: only the bundler knows everything that it
 * read, and with a warm cache it finishes at once.
 */
export async function buildPlatforms(
  root: string,
  platforms: readonly Platform[],
  out: Output,
  onBuilt: (build: PlatformBuild) => void = () => {},
): Promise<PlatformBuild[]> {
  const builds: PlatformBuild[] = [];
  for (const platform of platforms) {
    const progress = out.progress(`Building ${platform}`);
    const build = await buildPlatform(root, platform, (fraction, note) =>
      progress.update(note, fraction),
    );
    progress.end();
    onBuilt(build);
    builds.push(build);
  }
  return builds;
}
