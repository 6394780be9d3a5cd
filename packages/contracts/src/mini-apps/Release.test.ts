import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { ReasonRequest, ReleaseRequest, RollbackRequest } from './Release.ts';

const accepts = (value: unknown) => z.safeParse(ReleaseRequest, value).success;
const reasonAccepted = (value: unknown) => z.safeParse(ReasonRequest, value).success;
const rollbackAccepted = (value: unknown) => z.safeParse(RollbackRequest, value).success;
const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe('ReleaseRequest', () => {
  it('accepts an empty body, which leaves everything as it was', () => {
    expect(accepts({})).toBe(true);
  });

  it('accepts every percentage with at most two decimals', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(hundredths, (number) => {
        expect(accepts({ percentage: number / 100 })).toBe(true);
      }),
    );
  });

  it.each([-0.01, 100.01, 12.345, 0.001, 1e-7, 33.3300001, Number.NaN, '50', null])(
    'refuses the percentage %j',
    (percentage) => {
      expect(accepts({ percentage })).toBe(false);
    },
  );

  it.each(['beta', 'staff-eu', 'team_7', '7', 'x'.repeat(64)])(
    'accepts the cohort %s',
    (cohort) => {
      expect(accepts({ cohorts: [cohort] })).toBe(true);
    },
  );

  it.each(['', 'Beta', '-beta', '_beta', 'a b', 'a,b', 'x'.repeat(65), 1])(
    'refuses the cohort %j',
    (cohort) => {
      expect(accepts({ cohorts: [cohort] })).toBe(false);
    },
  );

  it('takes at most 50 cohorts', () => {
    expect(accepts({ cohorts: names(50) })).toBe(true);
    expect(accepts({ cohorts: names(51) })).toBe(false);
  });

  it('refuses fields that do not exist', () => {
    expect(accepts({ percent: 50 })).toBe(false);
  });
});

describe('a reason for the audit log', () => {
  it('may be left out, but not be blank or too long', () => {
    expect(reasonAccepted({})).toBe(true);
    expect(reasonAccepted({ reason: 'Crashes on start' })).toBe(true);
    expect(reasonAccepted({ reason: ' ' })).toBe(false);
    expect(reasonAccepted({ reason: 'x'.repeat(LIMITS.reasonLength + 1) })).toBe(false);
  });
});

describe('RollbackRequest', () => {
  it('names a version to go back to, or none', () => {
    expect(rollbackAccepted({})).toBe(true);
    expect(rollbackAccepted({ to: '1.3.0', reason: 'Crashes on start' })).toBe(true);
    expect(rollbackAccepted({ to: '1.3' })).toBe(false);
    expect(rollbackAccepted({ version: '1.3.0' })).toBe(false);
  });
});
