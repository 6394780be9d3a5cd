import { usageError } from '../../terminal/CliError.ts';

const USUAL = 50;

/** The option for the number of entries to show of a long list. */
export const MAX_OPTION = ['--max <number>', `how many, ${USUAL} by default`] as const;

/** Parses the number of entries. */
export function readMax(given: string | undefined): number {
  const max = Number(given ?? USUAL);
  if (Number.isInteger(max) && max > 0) return max;
  throw usageError(`"${given}" does not fit --max.`, 'Say how many, for example --max 200.');
}
