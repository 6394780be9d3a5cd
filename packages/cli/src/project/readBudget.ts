import { usageError } from '../terminal/CliError.ts';

const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, kib: 1024, mib: 1024 ** 2 };

/** A size: `500kB`, `1.5 MB`, `800000`. */
export function readBudget(given: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(given.trim()) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (digits !== undefined && factor !== undefined && Number(digits) > 0) {
    return Math.round(Number(digits) * factor);
  }
  throw usageError(`"${given}" is no size.`, 'Use for example --budget 500kB or --budget 1.5MB.');
}
