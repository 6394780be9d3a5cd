import { ReleaseRequest } from '@host/contracts';
import * as z from 'zod/mini';

import { usageError } from '../terminal/CliError.ts';

/** A share of all installs: `10%`, `10`, `2.5%`. */
export function readPercentage(given: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s?%?$/.exec(given.trim()) ?? [];
  const percentage = Number(digits);
  if (digits !== undefined && z.safeParse(ReleaseRequest, { percentage }).success)
    return percentage;
  throw usageError(
    `"${given}" is no share of all installs.`,
    'Use a number from 0 to 100 with at most two decimals, for example 10%.',
  );
}
