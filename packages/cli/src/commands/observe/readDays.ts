import { LIMITS } from '@host/contracts';

import { usageError } from '../../terminal/CliError.ts';

/** Parses the number of days of a series; the server has a usual one. */
export function readDays(given: string | undefined): { days?: number } {
  if (given === undefined) return {};
  const days = Number(given);
  if (Number.isInteger(days) && days > 0 && days <= LIMITS.seriesDays) return { days };
  throw usageError(
    `"${given}" does not fit --days.`,
    `Say how many, 1 to ${LIMITS.seriesDays}, for example --days 7.`,
  );
}
