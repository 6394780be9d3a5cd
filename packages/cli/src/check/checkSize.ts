import type { Platform } from '@host/contracts';

import { formatBytes } from '../terminal/formatBytes.ts';
import type { Finding } from './Finding.types.ts';

/** The default of `--budget`, the maximal size of an archive in bytes. */
export const DEFAULT_BUDGET = 1_000_000;

/** Checks that every archive is within the budget: people wait for its download at the first start. */
export function checkSize(
  archives: readonly {
    platform: Platform;
    size: number;
    index: readonly { path: string; size: number }[];
  }[],
  budget: number,
): Finding[] {
  return archives
    .filter(({ size }) => size > budget)
    .map(({ platform, size, index }): Finding => {
      const [largest] = index.toSorted((a, b) => b.size - a.size);
      return {
        check: 'size',
        severity: 'error',
        code: 'over-budget',
        message: `${platform}.zip has ${formatBytes(size)}, ${formatBytes(size - budget)} more than the budget of ${formatBytes(budget)}; the largest file in it is ${largest?.path} (${formatBytes(largest?.size ?? 0)}).`,
        fix: 'Leave out large dependencies, or load them when they are needed with `import()`; `--budget` raises the limit.',
        platform,
      };
    });
}
