import { describe, expect, it } from 'vitest';

import { retryAfter } from './retryAfter.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['99999999999999999999', 86_400_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
  ])('of "%s" is a wait of %i ms', (header, wait) => {
    expect(retryAfter(header, NOW)).toBe(wait);
  });

  it.each([undefined, '', 'soon', 'NaN'])('of "%s" says nothing', (header) => {
    expect(retryAfter(header, NOW)).toBeUndefined();
  });
});
