import type { Platform } from '@host/contracts';
import { sharedVersionsOn } from '@host/contracts/shared-modules';
import semver from 'semver';

import { readArtifact } from '../artifact/readArtifact.ts';
import type { RunError } from '../report/Report.types.ts';

/**
 * Finds shared modules that a build needs and no host of its platform provides, or not in that version: no host would get
 * this build.
 *
 * @example
 * const problems = checkShared('build/web', 'web'); // [] when all is well
 */
export function checkShared(
  dir: string,
  platform: Platform,
  /** Additional modules that the intended hosts share, with their versions. */
  hostModules: Readonly<Record<string, string>> = {},
): RunError[] {
  const { shared = [] } = readArtifact(dir, platform).federation;
  const provides: Record<string, string> = { ...hostModules, ...sharedVersionsOn(platform) };
  return shared.flatMap(({ name, requiredVersion }) => {
    const provided = provides[packageOf(name)];
    if (provided === undefined) {
      return [problem(`It takes ${name} from its host, and hosts do not share that.`)];
    }
    const range = requiredVersion ?? '*';
    if (semver.validRange(range) === null) return [];
    if (semver.satisfies(provided, range, { includePrerelease: true })) return [];
    return [problem(`It needs ${name}@${range}, and hosts provide ${provided}.`)];
  });
}

/** The package of a module. A path below React is shared with it; paths below other packages are not shared. */
function packageOf(name: string): string {
  return name.startsWith('react/') ? 'react' : name;
}

function problem(message: string): RunError {
  return { kind: 'shared-version', message };
}
