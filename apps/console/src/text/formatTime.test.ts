import { describe, expect, it } from 'vitest';

import { formatExact, formatTime, formatUtcDay } from './formatTime.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('a time', () => {
  it.each([
    ['2026-03-01T11:59:30Z', 'just now'],
    ['2026-03-01T12:00:20Z', 'in a moment'],
    ['2026-03-01T11:57:00Z', '3 minutes ago'],
    ['2026-03-01T10:00:00Z', '2 hours ago'],
    ['2026-02-28T12:00:00Z', 'yesterday'],
    ['2026-03-03T12:00:00Z', 'in 2 days'],
    ['2026-02-01T12:00:00Z', '1 Feb'],
    ['2025-12-31T12:00:00Z', '31 Dec 2025'],
    ['nonsense', 'nonsense'],
  ])('%s is "%s"', (iso, words) => {
    expect(formatTime(iso, NOW, { ahead: true, timeZone: 'UTC' })).toBe(words);
  });

  it('of something that happened is never in the future, whatever the clock of the server says', () => {
    expect(formatTime('2026-03-01T12:00:20Z', NOW)).toBe('just now');
    expect(formatTime('2026-03-01T12:05:00Z', NOW)).toBe('just now');
  });

  it('is exact in the time zone of who reads it', () => {
    expect(formatExact('2026-03-01T23:30:05Z', 'Asia/Tokyo')).toMatch(
      /^2 Mar 2026(, | at )08:30:05 (GMT\+9|JST)$/,
    );
    expect(formatExact('nonsense')).toBe('nonsense');
  });

  it('that is far away is the day of who reads it', () => {
    expect(formatTime('2026-01-31T23:30:00Z', NOW, { timeZone: 'Asia/Tokyo' })).toBe('1 Feb');
  });
});

it('days that the server counts by stay the same everywhere', () => {
  expect(formatUtcDay('2026-03-01')).toBe('1 Mar');
});
