import type { Platform } from '@host/contracts';
import { sharedVersionsOn } from '@host/contracts/shared-modules';
import semver from 'semver';

import { readArtifact } from '../artifact/readArtifact.ts';
import type { RunError } from '../report/Report.types.ts';

/**
 * What a build needs from its host that no host of its platform provides, or not in that version: no host would be
 * given this build.
 *
 * @example
 * const problems = checkShared('build/web', 'web'); // [] when all is well
 */
export function checkShared(
  dir: string,
  platform: Platform,
  /** What the hosts that it is meant for share besides, by module. */
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

/** A path inside of React comes with it. Below other packages nothing is shared. */
function packageOf(name: string): string {
  return name.startsWith('react/') ? 'react' : name;
}

function problem(message: string): RunError {
  return { kind: 'shared-version', message };
}
