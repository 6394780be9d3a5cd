import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { ScheduledId, ScheduledNotification } from './ScheduledNotification.ts';

const NOTE = { sendAt: '2026-01-10T09:00:00Z', title: 'Tea', body: 'It is ready' };
const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe('a notification that a device schedules for itself', () => {
  it('has a time with zone and its texts, and may have data and buttons', () => {
    expect(accepts(ScheduledNotification, NOTE)).toBe(true);
    const more = { sendAt: '2026-01-10T09:00:00+01:00', data: { a: { b: 1 } }, category: 'order' };
    expect(accepts(ScheduledNotification, { ...NOTE, ...more })).toBe(true);
  });

  it.each([
    {},
    { ...NOTE, sendAt: '2026-01-10T09:00:00' },
    { ...NOTE, sendAt: 1_768_035_600_000 },
    { ...NOTE, title: 1 },
    { ...NOTE, data: 'text' },
    { ...NOTE, to: '/topics/all' },
  ])('is not %j', (value) => {
    expect(accepts(ScheduledNotification, value)).toBe(false);
  });

  it('has an id that is safe in a path', () => {
    expect(accepts(ScheduledId, '0b6d2e30-1c3f-4d7c-9f7e-2c1f0a9b8c7d@1768035600000')).toBe(true);
    for (const id of ['', 'a/b', '..%2f', 'a b', 'x'.repeat(101)]) {
      expect(accepts(ScheduledId, id)).toBe(false);
    }
  });
});
