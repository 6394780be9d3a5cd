import { expect, it } from 'vitest';

import type { VersionVerdict } from './Search.ts';
import { possibleVersions } from './possibleVersions.ts';

const verdictOf = (
  version: string,
  percentage: number,
  verdict: VersionVerdict['verdict'],
  cohorts: string[] = [],
): VersionVerdict => ({ version, percentage, cohorts, verdict });

it('an unknown install gets one of the versions that fit its host, by their shares', () => {
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

it('an unknown install may get none', () => {
  expect(possibleVersions([verdictOf('1.0.0', 25, 'not-in-share')])).toEqual([
    { version: '1.0.0', percent: 25 },
    { version: undefined, percent: 75 },
  ]);
});

it('an unknown install gets what is released to one of its cohorts, and nothing below', () => {
  const verdicts = [
    verdictOf('2.0.0', 20, 'not-in-share'),
    verdictOf('1.1.0', 0, 'chosen', ['beta', 'staff']),
    verdictOf('1.0.0', 100, 'newer-chosen'),
  ];
  expect(possibleVersions(verdicts, ['staff', 'others'])).toEqual([
    { version: '2.0.0', percent: 20 },
    { version: '1.1.0', percent: 80 },
  ]);
});

it('an unknown install gets what is released to one of its cohorts, whatever the share', () => {
  const verdicts = [
    verdictOf('3.0.0', 0, 'host-too-old', ['qa']),
    verdictOf('2.0.0', 0, 'chosen', ['staff', 'qa']),
    verdictOf('1.1.0', 10, 'newer-chosen', ['beta']),
    verdictOf('1.0.0', 100, 'newer-chosen'),
  ];
  expect(possibleVersions(verdicts, ['qa'])).toEqual([{ version: '2.0.0', percent: 100 }]);
  expect(possibleVersions(verdicts, ['beta'])).toEqual([{ version: '1.1.0', percent: 100 }]);
  expect(possibleVersions(verdicts, ['other'])).toEqual(possibleVersions(verdicts));
});
