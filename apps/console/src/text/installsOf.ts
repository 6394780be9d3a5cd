import { formatCount } from './formatNumber.ts';

/** How many installs, and that it is an estimate where it is one. */
export function installsOf({ count, isExact }: { count: number; isExact: boolean }): string {
  return isExact ? formatCount(count) : `about ${formatCount(count)}`;
}
