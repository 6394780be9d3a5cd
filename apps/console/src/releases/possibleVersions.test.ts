import type { VersionVerdict } from '@host/contracts';
import { expect, it } from 'vitest';

import { possibleVersions } from './possibleVersions.ts';

const verdictOf = (
  version: string,
  percentage: number,
  verdict: VersionVerdict['verdict'],
): VersionVerdict => ({ version, percentage, cohorts: [], verdict });

it('an install without an id gets one of the versions that fit its host, by their shares', () => {
  expect(
    possibleVersions([
      verdictOf('2.0.0', 100, 'host-too-old'),
      verdictOf('1.1.0', 0, 'not-in-share'),
      verdictOf('1.0.0', 60, 'not-in-share'),
      verdictOf('0.9.0', 100, 'chosen'),
    ]),
  ).toEqual([
    { version: '1.0.0', percent: 60 },
    { version: '0.9.0', percent: 40 },
  ]);
});

it('an install without an id may get none', () => {
  expect(possibleVersions([verdictOf('1.0.0', 25, 'not-in-share')])).toEqual([
    { version: '1.0.0', percent: 25 },
    { version: undefined, percent: 75 },
  ]);
});
