import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Candidate } from './Candidate.types.ts';
import { type Choice, ReleasePlan } from './ReleasePlan.ts';
import { rolloutBucket } from './rolloutBucket.ts';

const APP = 'com.acme.orders';

function aVersion(version: string, changes: Partial<Candidate> = {}): Candidate {
  return {
    version,
    minHostVersion: '1.0.0',
    platforms: ['ios', 'android'],
    shared: {},
    percentage: 10_000,
    cohorts: [],
    ...changes,
  };
}

function chosen(candidates: Candidate[], asker: Parameters<ReleasePlan<Candidate>['choose']>[0]) {
  const choice = new ReleasePlan(APP, candidates).choose(asker);
  return choice.kind === 'version' ? choice.candidate.version : choice;
}

const host = { platform: 'ios', hostVersion: '2.0.0' } as const;

describe('a release plan', () => {
  it('chooses the highest version by number, not by text', () => {
    expect(chosen([aVersion('1.9.0'), aVersion('1.10.0')], host)).toBe('1.10.0');
  });

  it('gives an old host the highest version that runs on it', () => {
    const versions = [aVersion('2.0.0', { minHostVersion: '3.0.0' }), aVersion('1.4.0')];
    expect(chosen(versions, host)).toBe('1.4.0');
    expect(chosen(versions, { ...host, hostVersion: '3.0.0' })).toBe('2.0.0');
  });

  it('says which host version is needed when none runs on this one', () => {
    const versions = [
      aVersion('2.0.0', { minHostVersion: '4.0.0' }),
      aVersion('1.0.0', { minHostVersion: '3.0.0' }),
    ];
    expect(chosen(versions, host)).toEqual({ kind: 'host-too-old', requiredHostVersion: '3.0.0' });
  });

  it('passes over a version without an archive for the platform', () => {
    const versions = [aVersion('2.0.0', { platforms: ['android'] }), aVersion('1.0.0')];
    expect(chosen(versions, host)).toBe('1.0.0');
    expect(chosen(versions, { ...host, platform: 'web' })).toEqual({ kind: 'none' });
  });

  it('passes over a version whose shared modules the host does not provide, and names the range when none is left', () => {
    const versions = [aVersion('2.0.0', { shared: { react: '^20.0.0' } }), aVersion('1.0.0')];
    expect(chosen(versions, { ...host, shared: 'react@19.2.3' })).toBe('1.0.0');
    expect(chosen(versions.slice(0, 1), { ...host, shared: 'react@19.2.3' })).toEqual({
      kind: 'shared-unsatisfied',
      unsatisfied: ['react@^20.0.0 (the host has 19.2.3)'],
    });
    expect(chosen(versions.slice(0, 1), { ...host, shared: 'react-native@0.86.3' })).toEqual({
      kind: 'shared-unsatisfied',
      unsatisfied: ['react@^20.0.0 (the host has none)'],
    });
    expect(chosen(versions, { ...host, shared: '@host/kit@1.0.0,react@20.1.0' })).toBe('2.0.0');
  });

  it('does not hold a version back on one platform for what another platform’s build needs', () => {
    const native = { react: '^19.0.0', 'react-native-screens': '^4.0.0' };
    const onAll: Partial<Candidate> = { platforms: ['ios', 'android', 'web'], shared: native };
    const versions = [aVersion('2.0.0', { ...onAll, sharedOn: { web: { react: '^19.0.0' } } })];
    const web = { ...host, platform: 'web', shared: 'react@19.2.3' } as const;
    expect(chosen(versions, web)).toBe('2.0.0');
    expect(chosen(versions, { ...host, shared: 'react@19.2.3' })).toEqual({
      kind: 'shared-unsatisfied',
      unsatisfied: ['react-native-screens@^4.0.0 (the host has none)'],
    });
  });

  it('gives a cohort its version whatever the percentage', () => {
    const versions = [aVersion('2.0.0', { percentage: 0, cohorts: ['beta'] }), aVersion('1.0.0')];
    expect(chosen(versions, { ...host, cohorts: ['staff', 'beta'] })).toBe('2.0.0');
    expect(chosen(versions, { ...host, installId: 'someone' })).toBe('1.0.0');
  });

  it('gives an install without an id only what everybody gets', () => {
    const versions = [aVersion('2.0.0', { percentage: 9_999 }), aVersion('1.0.0')];
    expect(chosen(versions, host)).toBe('1.0.0');
  });

  it('says nothing of a version that is not released for this install', () => {
    const versions = [aVersion('2.0.0', { percentage: 0, minHostVersion: '9.0.0' })];
    expect(chosen(versions, { ...host, installId: 'someone' })).toEqual({ kind: 'none' });
  });

  it('keeps everybody it had when the percentage is raised', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (installId, a, b) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const isIn = (percentage: number) =>
            chosen([aVersion('2.0.0', { percentage })], { ...host, installId }) === '2.0.0';
          return !isIn(low) || isIn(high);
        },
      ),
    );
  });

  it('reaches about the share of installs that it was told', () => {
    const installs = Array.from({ length: 20_000 }, (_, index) => `install-${index}`);
    const reached = installs.filter((id) => rolloutBucket(APP, '2.0.0', id) < 1_000).length;
    expect(reached / installs.length).toBeCloseTo(0.1, 1);
    const first = installs.filter((id) => rolloutBucket(APP, '2.1.0', id) < 1_000);
    const again = first.filter((id) => rolloutBucket(APP, '2.0.0', id) < 1_000).length;
    expect(again / first.length).toBeLessThan(0.15);
  });

  it('gives the same answer as looking at every version, for any releases and any host', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(12), fc.nat(3)).map((parts) => parts.join('.'));
    const candidates = fc.uniqueArray(
      fc.record({
        version,
        minHostVersion: version,
        platforms: fc.subarray(['ios', 'android', 'web'] as const),
        shared: fc.constantFrom<Record<string, string>>({}, { react: '^18.0.0' }, { react: '*' }),
        percentage: fc.constantFrom(0, 500, 5_000, 10_000),
        cohorts: fc.subarray(['beta', 'staff']),
      }),
      { selector: (each) => each.version },
    );
    const asker = fc.record({
      platform: fc.constantFrom('ios' as const, 'android' as const, 'web' as const),
      hostVersion: version,
      shared: fc.constantFrom('react@18.2.0', 'react@19.2.3'),
      installId: fc.string({ minLength: 1 }),
      cohorts: fc.subarray(['beta', 'staff']),
    });
    fc.assert(
      fc.property(candidates, asker, (versions, asking) => {
        const plan = new ReleasePlan(APP, versions);
        plan.choose({ ...asking, installId: 'somebody else, who fills the memory' });
        expect(plan.choose(asking)).toEqual(bruteForce(versions, asking));
      }),
      { numRuns: 500 },
    );
  });
});

function bruteForce(
  versions: Candidate[],
  asker: {
    platform: 'ios' | 'android' | 'web';
    hostVersion: string;
    shared: string;
    installId: string;
    cohorts: string[];
  },
): Choice<Candidate> {
  const number = (version: string) =>
    version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  const meant = versions
    .filter(
      (each) =>
        each.platforms.includes(asker.platform) &&
        (each.cohorts.some((cohort) => asker.cohorts.includes(cohort)) ||
          rolloutBucket(APP, each.version, asker.installId) < each.percentage),
    )
    .toSorted((a, b) => number(b.version) - number(a.version));
  const runs = meant.filter((each) => number(each.minHostVersion) <= number(asker.hostVersion));
  const isMissing = ({ shared }: Candidate) =>
    shared['react'] === '^18.0.0' && asker.shared === 'react@19.2.3';
  const candidate = runs.find((each) => !isMissing(each));
  if (candidate) return { kind: 'version', candidate };
  if (runs.length > 0) {
    const unsatisfied = ['react@^18.0.0 (the host has 19.2.3)'];
    return { kind: 'shared-unsatisfied', unsatisfied };
  }
  const [needed] = meant
    .map((each) => each.minHostVersion)
    .toSorted((a, b) => number(a) - number(b));
  return needed === undefined
    ? { kind: 'none' }
    : { kind: 'host-too-old', requiredHostVersion: needed };
}
