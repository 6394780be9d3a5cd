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
export function verdictWords({ verdict, detail }: VersionVerdict): string {
  return detail === undefined ? WORDS[verdict] : `${WORDS[verdict]}: ${detail}`;
}
