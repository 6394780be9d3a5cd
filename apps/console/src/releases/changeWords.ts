import { formatPercent } from '../text/formatNumber.ts';

/** By how many percentage points more or fewer starts and openings fail; undefined where nothing was compared. */
export function changeWords(change: number | undefined): string {
  if (change === undefined) return '—';
  if (Math.abs(change) < 0.005) return 'as before';
  const points = formatPercent(Math.abs(change)).replace(' %', '');
  return `${points} percentage points ${change > 0 ? 'worse' : 'better'}`;
}
