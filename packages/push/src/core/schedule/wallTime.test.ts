import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

import { nextWallTime, wallTimeOf } from './wallTime.ts';

const HOME = process.env.TZ;
afterEach(() => travelTo(HOME));

function travelTo(zone: string | undefined): void {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}

const DAY = 24 * 60 * 60 * 1000;
/** Both shifts of a year, with the hour that is skipped or doubled, in zones of three continents. */
const SHIFTS = [
  { zone: 'Europe/Berlin', day: '2026-03-29', kind: 'skips', hour: 2 },
  { zone: 'Europe/Berlin', day: '2026-10-25', kind: 'doubles', hour: 2 },
  { zone: 'America/New_York', day: '2026-03-08', kind: 'skips', hour: 2 },
  { zone: 'America/New_York', day: '2026-11-01', kind: 'doubles', hour: 1 },
  { zone: 'Australia/Lord_Howe', day: '2026-10-04', kind: 'skips', hour: 2 },
  { zone: 'Australia/Lord_Howe', day: '2026-04-05', kind: 'doubles', hour: 1 },
];

function occurrences(from: string, hour: number, minute: number, count: number): string[] {
  const wall = { hour, minute, second: 0, millisecond: 0, weekday: 0 };
  const shown: string[] = [];
  for (let at = new Date(from).getTime(); shown.length < count;) {
    at = nextWallTime(wall, 'day', at);
    shown.push(localText(at));
  }
  return shown;
}

function localText(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

describe('a daily time', () => {
  it.each(SHIFTS)(
    'A daily 09:00 stays 09:00 local time when $zone $kind an hour on $day',
    ({ zone, day }) => {
      travelTo(zone);
      const first = new Date(`${day}T09:00:00`);
      const before = new Date(first.getTime() - 2 * DAY - 3 * 60 * 60 * 1000);
      const days = [-2, -1, 0, 1, 2].map((offset) => {
        const date = new Date(first);
        date.setDate(date.getDate() + offset);
        return `${localText(date.getTime()).slice(0, 10)} 09:00`;
      });
      expect(occurrences(before.toISOString(), 9, 0, 5)).toEqual(days);
    },
  );

  it.each(SHIFTS)(
    'comes once on each day around $day in $zone, also in the hour that the clock $kind',
    ({ zone, day, hour }) => {
      travelTo(zone);
      const start = new Date(`${day}T12:00:00`).getTime() - 2 * DAY;
      const shown = occurrences(new Date(start).toISOString(), hour, 45, 4);
      expect(new Set(shown.map((text) => text.slice(0, 10))).size).toBe(4);
    },
  );

  it('follows the traveller: 09:00 is 09:00 wherever the device is', () => {
    travelTo('Europe/Berlin');
    const wall = wallTimeOf(new Date('2026-06-01T09:00:00').getTime());
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati']) {
      travelTo(zone);
      const next = nextWallTime(wall, 'day', Date.UTC(2026, 5, 10));
      expect(localText(next).slice(11)).toBe('09:00');
    }
  });

  it('goes on where a zone leaves out a whole day', () => {
    travelTo('Pacific/Apia');
    const shown = occurrences('2011-12-28T20:00:00Z', 9, 0, 3);
    expect(shown).toEqual(['2011-12-29 09:00', '2011-12-31 09:00', '2012-01-01 09:00']);
  });
});

describe('a weekly time', () => {
  it('comes on its day of the week at its time, over both shifts', () => {
    travelTo('Europe/Berlin');
    const first = new Date('2026-03-06T18:30:00').getTime();
    let at = first;
    for (let week = 0; week < 52; week++) {
      at = nextWallTime(wallTimeOf(first), 'week', at);
      expect(new Date(at).getDay()).toBe(5);
      expect(localText(at).slice(11)).toBe('18:30');
    }
    expect(localText(at).slice(0, 10)).toBe('2027-03-05');
  });
});

it('the next time is always later, never more than a day and a shift or a week away, and shows the same clock outside of a shift', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/London',
    'America/St_Johns',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  );
  const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(
      zones,
      instant,
      instant,
      fc.constantFrom('day' as const, 'week' as const),
      (zone, scheduledAt, after, repeatType) => {
        travelTo(zone);
        const wall = wallTimeOf(scheduledAt);
        const next = nextWallTime(wall, repeatType, after);
        expect(next).toBeGreaterThan(after);
        const most = (repeatType === 'day' ? DAY : 7 * DAY) + 2 * 60 * 60 * 1000;
        expect(next - after).toBeLessThanOrEqual(most);
        const shown = wallTimeOf(next);
        const minutes = (time: typeof wall) => time.hour * 60 + time.minute;
        const moved = (minutes(shown) - minutes(wall) + 1440) % 1440;
        expect([0, 30, 60]).toContain(moved);
        expect(repeatType === 'day' || shown.weekday === wall.weekday).toBe(true);
      },
    ),
  );
});
