import { describe, expect, it } from 'vitest';

import { basicIntl } from './basicIntl.ts';

const AT = Date.UTC(2026, 2, 9, 15, 4, 5);

describe('the basic Intl', () => {
  it.each<[number, Intl.NumberFormatOptions]>([
    [1234567.891, {}],
    [-42, {}],
    [0.256, { style: 'percent' }],
    [1999.5, { style: 'currency', currency: 'EUR' }],
    [12, { minimumFractionDigits: 2 }],
    [1234.5678, { maximumFractionDigits: 1 }],
    [12345, { useGrouping: false }],
  ])('writes %d with %j as Node does', (value, options) => {
    const own = new basicIntl.NumberFormat('en-US', { ...options });
    expect(own.format(value)).toBe(new Intl.NumberFormat('en-US', options).format(value));
  });

  it.each<Intl.DateTimeFormatOptions>([
    {},
    { year: 'numeric', month: 'long', day: 'numeric' },
    { weekday: 'short', month: 'short', day: 'numeric' },
    { year: '2-digit', month: '2-digit', day: '2-digit' },
    { year: 'numeric', month: 'short' },
    { hour: 'numeric', minute: '2-digit' },
    { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  ])('writes a date with %j as Node does', (options) => {
    const own = new basicIntl.DateTimeFormat('en-US', { ...options });
    const real = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    expect(own.format(AT)).toBe(real.format(AT).replaceAll('\u202f', ' '));
  });

  it('has what the Hermes of a phone has, and no more', () => {
    expect(Object.keys(basicIntl)).toEqual([
      'Collator',
      'DateTimeFormat',
      'NumberFormat',
      'getCanonicalLocales',
    ]);
    expect(['b', 'a'].toSorted(new basicIntl.Collator().compare)).toEqual(['a', 'b']);
    expect(new basicIntl.DateTimeFormat().resolvedOptions()).toMatchObject({ locale: 'en-US' });
    expect(() => new basicIntl.DateTimeFormat().format(Number.NaN)).toThrow(RangeError);
  });
});
