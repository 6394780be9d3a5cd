import { ReleaseRequest } from '@host/contracts';

import { readNames } from '../text/readNames.ts';

/** What was entered, as the server takes it, or what is wrong with it. */
export interface EnteredRelease {
  request: { percentage: number; cohorts: string[] } | undefined;
  problems: { percentage?: string; cohorts?: string };
}

/** Reads a share and cohorts as people type them: `12,5`, `10 %`, `qa, staff`. */
export function readRelease(entered: { percentage: string; cohorts: string }): EnteredRelease {
  const text = entered.percentage.trim().replace(/\s*%$/, '').replace(',', '.');
  const percentage = text === '' ? Number.NaN : Number(text);
  const cohorts = readNames(entered.cohorts);
  const problems: EnteredRelease['problems'] = {};
  if (!ReleaseRequest.safeParse({ percentage }).success || Number.isNaN(percentage)) {
    problems.percentage = 'A number from 0 to 100 with at most two decimals, such as 12.5.';
  }
  if (!ReleaseRequest.safeParse({ cohorts }).success) {
    problems.cohorts = 'A cohort is lower-case letters, digits, - and _; at most 50 of them.';
  }
  const isRight = Object.keys(problems).length === 0;
  return { request: isRight ? { percentage, cohorts } : undefined, problems };
}
