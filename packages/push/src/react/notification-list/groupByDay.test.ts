import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { createGrouping, dayName, timeName } from './groupByDay.ts';

const at = (id: string, date: Date) => ({ id, data: {}, receivedAt: date.toISOString() });
const NAMES = { today: 'Today', yesterday: 'Yesterday' };

describe('notifications by day', () => {
  it('have one row for each day before them', () => {
    const rows = createGrouping()([
      at('a', new Date(2026, 4, 2, 9)),
      at('b', new Date(2026, 4, 2, 0, 1)),
      at('c', new Date(2026, 4, 1, 23, 59)),
    ]);
    expect(rows.map(({ key }) => key)).toEqual(['day 2026-5-2', 'a', 'b', 'day 2026-5-1', 'c']);
  });

  it('are none without notifications', () => {
    expect(createGrouping()([])).toEqual([]);
  });

  it('keep the rows of those that did not change when others come and go', () => {
    const group = createGrouping();
    const [a, b] = [at('a', new Date(2026, 4, 2, 9)), at('b', new Date(2026, 4, 1, 9))];
    const before = group([a, b]);
    const after = group([at('new', new Date(2026, 4, 2, 10)), a, { ...b, readAt: b.receivedAt }]);
    expect(after.map(({ key }) => key)).toEqual(['day 2026-5-2', 'new', 'a', 'day 2026-5-1', 'b']);
    expect(after[2]).toBe(before[1]);
    expect(after[4]).not.toBe(before[3]);
  });

  it.each([
    ['Today', new Date(2026, 2, 30, 0, 0)],
    ['Yesterday', new Date(2026, 2, 29, 23, 59)],
    ['Yesterday', new Date(2026, 2, 29, 0, 0)],
    ['Saturday 28 March', new Date(2026, 2, 28, 23, 59)],
    ['Wednesday 31 December 2025', new Date(2025, 11, 31, 12)],
  ])('are called %s', (name, date) => {
    const now = new Date(2026, 2, 30, 8);
    expect(dayName(date, now, NAMES, 'en-GB').replace(',', '')).toBe(name);
  });

  it('say at what time, in the language of the list, and in digits where there is none', () => {
    const date = new Date(2026, 2, 30, 14, 5);
    expect(timeName(date, 'en-GB')).toBe('14:05');
    expect(timeName(date, 'en-US').replace(/\s/, ' ')).toBe('2:05 PM');
    vi.stubGlobal('Intl', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(timeName(date, 'en-US')).toBe('14:05');
  });
});
