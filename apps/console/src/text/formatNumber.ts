const whole = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A count, `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** A count with its noun, `1 install`, `20 installs`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${nounOf(count, noun, plural)}`;
}

/** The noun that stands with a count, for where the count stands apart. */
export function nounOf(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? noun : plural;
}

/** A percentage with at most two decimals, `12.5 %`. Almost nothing and almost all are not rounded away. */
export function formatPercent(value: number): string {
  if (value > 0 && value < 0.01) return '< 0.01 %';
  if (value > 99.99 && value < 100) return '> 99.99 %';
  return `${percent.format(value)} %`;
}

/** A size as people say it, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), 3);
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[power]}`;
}
