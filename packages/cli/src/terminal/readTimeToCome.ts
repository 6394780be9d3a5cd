import { usageError } from './CliError.ts';
import { readDuration } from './readDuration.ts';

const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A point in time, or how long from now. */
export function readTimeToCome(given: string, flag: string, now: number): string {
  const isTime = ISO_WITH_ZONE.test(given) && !Number.isNaN(Date.parse(given));
  const at = isTime ? Date.parse(given) : now + readDuration(given, flag);
  if (at > now) return new Date(at).toISOString();
  throw usageError(`${given} is past.`, `Use a time to come, or leave ${flag} out.`);
}
