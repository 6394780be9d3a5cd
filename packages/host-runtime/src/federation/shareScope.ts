import { shareEntry } from '@host/contracts';

import type { ShareScope } from './Container.types.ts';
import type { SharedModules } from './SharedModules.types.ts';

/** A share scope for one container; nothing that the container does to it reaches another. */
export function shareScope(modules: SharedModules): ShareScope {
  const entries = Object.entries(modules).map(([name, { version, module }]) => [
    name,
    { [version]: shareEntry(version, module, { from: 'host', requiredVersion: `^${version}` }) },
  ]);
  return Object.fromEntries(entries) as ShareScope;
}
