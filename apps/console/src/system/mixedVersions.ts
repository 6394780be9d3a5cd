import type { SystemReport } from '@host/contracts';

import { countOf } from '../text/formatNumber.ts';

/** Where nodes run different versions, which ones on how many nodes, the most frequent first; undefined where they do not. */
export function mixedVersions(nodes: SystemReport['nodes']): string | undefined {
  const counts = new Map<string, number>();
  for (const { version = 'an older release' } of nodes) {
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  if (counts.size < 2) return undefined;
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([version, count]) => `${version} on ${countOf(count, 'node')}`)
    .join(', ');
}
