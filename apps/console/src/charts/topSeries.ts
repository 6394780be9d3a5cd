import type { AnalyticsCount } from '@host/contracts';

import type { Series } from './describeChart.ts';

/** As many as have a colour; the last is what all others have together. */
const MAX_SERIES = 4;

/** The names that were counted most, day by day, and how often each was counted in all. */
export function topSeries(
  items: readonly AnalyticsCount[],
  days: readonly string[],
): { series: Series[]; totals: [name: string, count: number][] } {
  const sums = new Map<string, number>();
  for (const { name, count } of items) sums.set(name, (sums.get(name) ?? 0) + count);
  const totals = [...sums].toSorted(([, one], [, other]) => other - one);
  const shown = totals.length > MAX_SERIES ? MAX_SERIES - 1 : totals.length;
  const places = new Map(totals.map(([name], index) => [name, Math.min(index, shown)]));
  const names = totals.slice(0, shown).map(([name]) => name);
  if (totals.length > shown) names.push('all others');
  const values = names.map(() => days.map(() => 0));
  const dayPlaces = new Map(days.map((day, index) => [day, index]));
  for (const { name, day, count } of items) {
    const place = dayPlaces.get(day);
    const row = values[places.get(name) ?? -1];
    if (row && place !== undefined) row[place] = (row[place] ?? 0) + count;
  }
  return { series: names.map((name, index) => ({ name, values: values[index]! })), totals };
}
