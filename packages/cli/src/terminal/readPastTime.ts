import { usageError } from './CliError.ts';
import { readDuration } from './readDuration.ts';
import { readTimeWithZone } from './readTimeWithZone.ts';

/** Parses a point in time, or how long ago, before a request is sent. */
export function readPastTime(
  given: string | undefined,
  flag: string,
  now: number,
): string | undefined {
  if (given === undefined) return undefined;
  const at = readTimeWithZone(given) ?? now - durationOf(given, flag);
  return new Date(at).toISOString();
}

function durationOf(given: string, flag: string): number {
  try {
    return readDuration(given, flag);
  } catch {
    throw usageError(
      `"${given}" does not fit ${flag}.`,
      `Use a time with zone, for example ${flag} 2026-01-10T09:00:00Z, or how long ago, ${flag} 24h.`,
    );
  }
}
