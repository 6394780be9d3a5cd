import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { compareVersions, isVersion, Version } from './Version.ts';

const part = fc.nat({ max: 999_999_999 });
const tuple = fc.tuple(part, part, part);
const version = tuple.map((parts) => parts.join('.'));
// Few different numbers, so that equal parts and equal versions come up often.
const small = fc.nat({ max: 2 });
const close = fc.tuple(small, small, small).map((parts) => parts.join('.'));

describe('Version', () => {
  it.each(['0.0.0', '1.2.3', '10.20.30', '999999999.0.1'])('accepts %s', (text) => {
    expect(z.safeParse(Version, text).success).toBe(true);
    expect(isVersion(text)).toBe(true);
  });

  it.each([
    '',
    '1',
    '1.2',
    '1.2.3.4',
    '1.2.3-rc',
    '1.2.3+build',
    '01.2.3',
    '1.02.3',
    '1.2.03',
    'v1.2.3',
    ' 1.2.3',
    '1.2.3 ',
    '1.2.3\n',
    '1..3',
    '1.2.-3',
    '1.2.x',
    '1e1.0.0',
    '1234567890.0.0',
    '１.2.3',
  ])('refuses %j', (text) => {
    expect(z.safeParse(Version, text).success).toBe(false);
    expect(isVersion(text)).toBe(false);
  });

  it.each([undefined, null, 1, 1.2, ['1.2.3'], {}])('refuses the value %j', (value) => {
    expect(z.safeParse(Version, value).success).toBe(false);
  });

  it('accepts whatever three numbers make', () => {
    fc.assert(
      fc.property(version, (text) => {
        expect(isVersion(text)).toBe(true);
      }),
    );
  });
});

describe('compareVersions', () => {
  it('compares numbers, not texts: 1.10.0 is higher than 1.9.0', () => {
    expect(compareVersions('1.10.0', '1.9.0')).toBeGreaterThan(0);
    expect(compareVersions('1.9.0', '1.10.0')).toBeLessThan(0);
    expect(compareVersions('1.9.0', '1.9.0')).toBe(0);
  });

  it('agrees with comparing the three numbers one after the other', () => {
    fc.assert(
      fc.property(tuple, tuple, (a, b) => {
        const index = a.findIndex((number, at) => number !== b[at]);
        const expected = index === -1 ? 0 : Math.sign(a[index]! - b[index]!);
        expect(Math.sign(compareVersions(a.join('.'), b.join('.')))).toBe(expected);
      }),
    );
  });

  it('puts any two versions in one order, and only equal ones level', () => {
    fc.assert(
      fc.property(close, close, (a, b) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        expect(compareVersions(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it('puts a version below all that are above a higher one', () => {
    fc.assert(
      fc.property(close, close, close, (a, b, c) => {
        fc.pre(compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0);
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
