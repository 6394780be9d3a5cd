import { usageError } from './CliError.ts';

const UNITS: Record<string, number> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 60 * 60_000,
  d: 24 * 60 * 60_000,
};

/** Options that also accept a point in time. */
const TIMES: ReadonlySet<string> = new Set(['--send-at', '--at']);

/** A duration in milliseconds: `90`, `90s`, `15m`, `2h`, `1d`. */
export function readDuration(given: string, flag: string): number {
  const [, digits, unit = ''] = /^(\d+)([smhd]?)$/.exec(given.trim()) ?? [];
  if (digits !== undefined) return Number(digits) * UNITS[unit]!;
  const also = TIMES.has(flag) ? ' or a time with zone, 2026-01-10T09:00:00Z' : '';
  throw usageError(`"${given}" does not fit ${flag}.`, `Use seconds, 15m, 2h or 1d${also}.`);
}
