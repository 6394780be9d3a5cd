import { expect, it } from 'vitest';

import { timesOfDays } from './timesOfDays.ts';

it('days are those of the reader, the last of them included', () => {
  const { since, until } = timesOfDays('2026-03-01', '2026-03-01');
  expect(new Date(since!).getHours()).toBe(0);
  expect(new Date(since!).getDate()).toBe(1);
  expect(new Date(until!).getDate()).toBe(2);
  expect(timesOfDays('', undefined)).toEqual({ since: undefined, until: undefined });
  expect(timesOfDays('soon', '2026-3-1')).toEqual({ since: undefined, until: undefined });
});
