import type { VersionVerdict } from '@host/contracts';

const WORDS: Record<VersionVerdict['verdict'], string> = {
  chosen: 'Chosen',
  'newer-chosen': 'A newer one fits as well',
  'not-on-platform': 'Not built for this platform',
  'host-too-old': 'The host is too old',
  'shared-unsatisfied': 'The host lacks a module',
  'not-in-share': 'The install is not in its share',
};

/** Why an install gets a version or not. */
export function verdictWords({ verdict, detail, cohorts }: VersionVerdict): string {
  const isInNone = verdict === 'not-in-share' && cohorts.length > 0;
  const words = isInNone ? `${WORDS[verdict]}, nor in ${cohortWords(cohorts)}` : WORDS[verdict];
  return detail === undefined ? words : `${words}: ${detail}`;
}

/** `the cohort qa`, or that it is one of several. */
export function cohortWords(cohorts: readonly string[]): string {
  return cohorts.length === 1
    ? `the cohort ${cohorts[0]}`
    : `one of the cohorts ${cohorts.join(', ')}`;
}
