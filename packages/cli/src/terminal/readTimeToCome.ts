import { usageError } from './CliError.ts';
import { readDuration } from './readDuration.ts';
import { readTimeWithZone } from './readTimeWithZone.ts';

/** Parses a point in time, or how long from now. */
export function readTimeToCome(given: string, flag: string, now: number): string {
  const at = readTimeWithZone(given) ?? now + readDuration(given, flag);
  if (at > now) return new Date(at).toISOString();
  throw usageError(`${given} is past.`, `Use a time to come, or leave ${flag} out.`);
}
