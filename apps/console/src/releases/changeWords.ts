import { formatPercent } from '../text/formatNumber.ts';

/** By how many percentage points more or fewer starts and openings fail; undefined where nothing was compared. */
export function changeWords(change: number | undefined): string {
  if (change === undefined) return '—';
  if (Math.abs(change) < 0.005) return 'as before';
  return `${formatPercent(Math.abs(change))} points ${change > 0 ? 'worse' : 'better'}`;
}
