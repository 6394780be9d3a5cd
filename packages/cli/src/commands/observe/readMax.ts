import { usageError } from '../../terminal/CliError.ts';

const USUAL = 50;

/** The option that says how many entries of a long list are shown. */
export const MAX_OPTION = ['--max <number>', `how many, ${USUAL} by default`] as const;

/** How many entries are wanted. */
export function readMax(given: string | undefined): number {
  const max = Number(given ?? USUAL);
  if (Number.isInteger(max) && max > 0) return max;
  throw usageError(`"${given}" does not fit --max.`, 'Say how many, for example --max 200.');
}
