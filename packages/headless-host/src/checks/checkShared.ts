import type { FederationManifest } from '@host/contracts';
import semver from 'semver';

import type { RunError } from '../report/Report.types.ts';

/** What a mini-app takes from its host and the host does not provide, or provides in another version. */
export function checkShared(
  { shared = [] }: FederationManifest,
  hostModules: Readonly<Record<string, string>>,
): RunError[] {
  return shared.flatMap(({ name, requiredVersion }) => {
    const provided = hostModules[name] ?? byPrefix(name, hostModules);
    if (provided === undefined) {
      return [problem(`It takes ${name} from its host, and hosts do not share that.`)];
    }
    const range = requiredVersion ?? '*';
    if (semver.validRange(range) === null) return [];
    if (semver.satisfies(provided, range, { includePrerelease: true })) return [];
    return [problem(`It needs ${name}@${range}, and the host provides ${provided}.`)];
  });
}

/** `react-native/` stands for everything below it. */
function byPrefix(name: string, hostModules: Readonly<Record<string, string>>): string | undefined {
  const prefix = Object.keys(hostModules).find((key) => key.endsWith('/') && name.startsWith(key));
  return prefix === undefined ? undefined : hostModules[prefix];
}

function problem(message: string): RunError {
  return { kind: 'shared-version', message };
}
