import { formatCount } from '../text/formatNumber.ts';

/** What was counted, day by day. */
export interface Series {
  name: string;
  values: readonly number[];
}

/** What the numbers of a chart mean together. */
export interface ChartNumbers {
  series: readonly Series[];
  /** Whether the series are parts of a whole. If not, one may count what another counts, too. */
  seriesAddUp: boolean;
  /** Whether the days count different things. If not, an install that is counted today was counted yesterday, too. */
  daysAddUp: boolean;
  /** How a number is written; a count unless it says otherwise. */
  format?: (value: number) => string;
}

/** What a chart shows, for people who do not see it: only what can be added up is. */
export function describeChart(title: string, dayCount: number, numbers: ChartNumbers): string {
  const { daysAddUp, format = formatCount } = numbers;
  const counts = countedOf(dayCount, numbers).map(({ name, values }) => {
    const count = format(daysAddUp ? sumOf(values) : maxOf(values));
    return name === undefined ? count : `${count} ${name}`;
  });
  const said = daysAddUp
    ? `${counts.join(', ')} in ${dayCount} days`
    : `at most ${counts.join(', ')} on one day of ${dayCount}`;
  return `${title}: ${said}. The table below has every day.`;
}

/** The largest number that is drawn: series that add up stand on each other, others next to each other. */
export function largestOf(dayCount: number, numbers: ChartNumbers): number {
  return maxOf(countedOf(dayCount, numbers).flatMap(({ values }) => values));
}

/** All series together, or each with its name. */
function countedOf(
  dayCount: number,
  { series, seriesAddUp }: ChartNumbers,
): { name?: string; values: readonly number[] }[] {
  if (!seriesAddUp) return [...series];
  const days = Array.from({ length: dayCount }, (_, day) => day);
  return [{ values: days.map((day) => sumOf(series.map(({ values }) => values[day] ?? 0))) }];
}

/** Without what binary fractions leave over: three thirds of a hundred are a hundred, and the axis ends there. */
function sumOf(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(6));
}

function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
