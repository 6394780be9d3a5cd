import type { LocalNotificationOptions } from '@host/contracts';
import { afterEach, describe, expect, it } from 'vitest';

import { createMemoryAlarms } from '../../platform/memory/createMemoryAlarms.ts';
import { createMemoryStorage } from '../../platform/memory/createMemoryStorage.ts';
import { createLocalScheduler } from './createLocalScheduler.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const HOME = process.env.TZ;
afterEach(() => {
  if (HOME === undefined) delete process.env.TZ;
  else process.env.TZ = HOME;
});

interface DeviceOptions {
  kind?: 'system' | 'app';
  capacity?: number;
  isExact?: boolean;
}

/** A device with a clock that a test turns; an app on it can be ended and started again. */
function deviceWith({ kind = 'app', capacity = Infinity, isExact = true }: DeviceOptions = {}) {
  process.env.TZ = 'Europe/Berlin';
  let now = new Date('2026-03-20T12:00:00').getTime();
  const texts = new Map<string, string>();
  const shown: { title: string; at: string; id: string }[] = [];
  let inexact = 0;
  const show = ({ title, id }: { title: string; id: string }) =>
    void shown.push({ title, id, at: localText(now) });
  const system = createMemoryAlarms({ kind: 'system', capacity, isExact: () => isExact, show });

  function startApp() {
    // Timers of an app end with it, those of the system do not.
    const alarms = kind === 'system' ? system : createMemoryAlarms({ kind, capacity });
    let count = 0;
    const scheduler = createLocalScheduler({
      storage: createMemoryStorage(texts),
      alarms,
      show: async (notification) => show(notification),
      onInexact: () => void inexact++,
      now: () => now,
      newId: () => `s${texts.size}-${count++}`,
    });
    return { ...scheduler, alarms };
  }

  let app = startApp();
  return {
    get app() {
      return app;
    },
    shown,
    inexactCount: () => inexact,
    at: (hours: number) => new Date(now + hours * HOUR),
    /** Lets time pass with the app running. */
    async pass(ms: number) {
      for (const end = now + ms; now < end;) {
        now = Math.min(end, now + 10 * 60 * 1000);
        app.alarms.ring(now);
        await app.pending();
      }
    },
    /** Lets time pass with the app closed, and starts it again. */
    async passClosed(ms: number) {
      for (const end = now + ms; now < end;) {
        now = Math.min(end, now + 10 * 60 * 1000);
        if (kind === 'system') system.ring(now);
      }
      app = startApp();
      await app.start();
    },
    titles: () => shown.map(({ title }) => title),
  };
}

const note = (scheduledAt: Date, more: Partial<LocalNotificationOptions> = {}) => ({
  title: 'Tea',
  body: 'It is ready',
  scheduledAt,
  ...more,
});

function localText(at: number): string {
  return new Date(at).toLocaleString('sv-SE').slice(0, 16);
}

describe.each(['app', 'system'] as const)('with alarms of the %s', (kind) => {
  it('a one-time notification is shown once, at its time', async () => {
    const device = deviceWith({ kind });
    await device.app.schedule(note(device.at(2)));
    await device.pass(2 * HOUR - 10 * 60 * 1000);
    expect(device.shown).toEqual([]);
    await device.pass(DAY);
    expect(device.shown.map(({ at }) => at)).toEqual(['2026-03-20 14:00']);
    expect(await device.app.pending()).toEqual([]);
  });

  it('a daily 09:00 fires on the second day and after, over a change of the clock', async () => {
    const device = deviceWith({ kind });
    const nine = new Date('2026-03-20T09:00:00');
    await device.app.schedule(note(nine, { repeatType: 'day' }));
    await device.pass(11 * DAY);
    expect(device.shown.map(({ at }) => at)).toEqual(
      Array.from({ length: 11 }, (_, n) => `2026-03-${21 + n} 09:00`),
    );
  });

  it('a weekly one fires every week', async () => {
    const device = deviceWith({ kind });
    await device.app.schedule(note(device.at(1), { repeatType: 'week' }));
    await device.pass(15 * DAY);
    expect(device.shown.map(({ at }) => at)).toEqual([
      '2026-03-20 13:00',
      '2026-03-27 13:00',
      '2026-04-03 13:00',
    ]);
  });

  it('Cancel and then create is in order; promises resolve after the durable write.', async () => {
    const device = deviceWith({ kind });
    const first = await device.app.schedule(note(device.at(2)));
    void device.app.cancel(first);
    const second = device.app.schedule(note(device.at(2), { title: 'Second' }));
    expect(await second).not.toBe(first);
    expect((await device.app.pending()).map(({ content }) => content.title)).toEqual(['Second']);
    await device.pass(3 * HOUR);
    expect(device.titles()).toEqual(['Second']);
  });

  it('Schedules survive a restart', async () => {
    const device = deviceWith({ kind });
    await device.app.schedule(note(device.at(5)));
    await device.app.schedule(note(device.at(6), { title: 'Daily', repeatType: 'day' }));
    await device.passClosed(HOUR);
    await device.pass(2 * DAY);
    expect(device.titles()).toEqual(['Tea', 'Daily', 'Daily']);
  });

  it('a one-time one that fell due meanwhile fires once within a grace period', async () => {
    const device = deviceWith({ kind });
    await device.app.schedule(note(device.at(2)));
    await device.passClosed(2.5 * HOUR);
    await device.passClosed(0);
    await device.pass(DAY);
    expect(device.titles()).toEqual(['Tea']);
  });

  it('a cancelled one is never shown, whenever that was', async () => {
    const device = deviceWith({ kind });
    const id = await device.app.schedule(note(device.at(1), { repeatType: 'day' }));
    await device.pass(DAY);
    await device.app.cancel(id);
    await device.app.cancel('unknown');
    await device.passClosed(3 * DAY);
    expect(device.titles()).toEqual(['Tea']);
  });

  it('all of one mini-app are cancelled together', async () => {
    const device = deviceWith({ kind });
    await device.app.schedule(note(device.at(1), { data: { appId: 'a' } }));
    await device.app.schedule(note(device.at(1), { title: 'Other', data: { appId: 'b' } }));
    await device.app.cancelWhere(({ content }) => content.data?.['appId'] === 'a');
    await device.pass(2 * HOUR);
    expect(device.titles()).toEqual(['Other']);
  });
});

describe('an app that was closed', () => {
  it('does not show what is later than the grace period', async () => {
    const device = deviceWith();
    await device.app.schedule(note(device.at(2)));
    await device.passClosed(4 * HOUR);
    expect(device.shown).toEqual([]);
    expect(await device.app.pending()).toEqual([]);
  });

  it('shows a repeating one once for all days that it missed, if the last is within the grace period', async () => {
    const device = deviceWith();
    await device.app.schedule(note(device.at(1), { repeatType: 'day' }));
    await device.passClosed(3 * DAY + 1.5 * HOUR);
    expect(device.shown.map(({ at }) => at)).toEqual(['2026-03-23 13:30']);
    await device.pass(DAY);
    expect(device.shown).toHaveLength(2);
  });

  it('leaves to the system what the system has shown', async () => {
    const device = deviceWith({ kind: 'system' });
    await device.app.schedule(note(device.at(1), { repeatType: 'day' }));
    await device.passClosed(5 * DAY);
    expect(device.shown).toHaveLength(5);
  });
});

it('More than 64 pending on iOS: the soonest 64 are armed, the rest follow, none is lost.', async () => {
  const device = deviceWith({ kind: 'system', capacity: 64 });
  for (let n = 99; n >= 0; n--) {
    await device.app.schedule(note(device.at(1 + n), { title: `n${n}` }));
  }
  expect(device.app.alarms.all().map(({ notification }) => notification.title)).toEqual(
    Array.from({ length: 64 }, (_, n) => `n${n}`),
  );
  for (let day = 0; day < 5; day++) await device.passClosed(DAY);
  expect(device.titles()).toEqual(Array.from({ length: 100 }, (_, n) => `n${n}`));
});

it('one that repeats leaves room for all that do not', async () => {
  const device = deviceWith({ kind: 'system', capacity: 10 });
  await device.app.schedule(note(device.at(1), { title: 'Daily', repeatType: 'day' }));
  for (let n = 0; n < 8; n++)
    await device.app.schedule(note(device.at(200 + n), { title: `n${n}` }));
  const armed = device.app.alarms.all().map(({ notification }) => notification.title);
  expect(armed.filter((title) => title.startsWith('n'))).toHaveLength(8);
  expect(armed.filter((title) => title === 'Daily')).toHaveLength(2);
});

it('When exact alarms are denied it falls back to inexact ones and says so.', async () => {
  const device = deviceWith({ kind: 'system', isExact: false });
  await device.app.schedule(note(device.at(1)));
  expect(device.inexactCount()).toBe(1);
  await device.pass(2 * HOUR);
  expect(device.titles()).toEqual(['Tea']);
});

it('a daily one follows the traveller after the next start', async () => {
  const device = deviceWith({ kind: 'system' });
  await device.app.schedule(note(new Date('2026-03-20T09:00:00'), { repeatType: 'day' }));
  process.env.TZ = 'Asia/Tokyo';
  await device.app.start();
  await device.pass(2 * DAY);
  expect(device.shown.map(({ at }) => at)).toEqual(['2026-03-21 09:00', '2026-03-22 09:00']);
});

describe('what is refused', () => {
  const seconds = Math.floor(Date.parse('2026-03-21T12:00:00Z') / 1000);

  it.each([
    ['A time given in seconds where milliseconds are meant is refused.', { scheduledAt: seconds }],
    ['no time at all', { scheduledAt: undefined }],
    ['a repeat that is unknown', { repeatType: 'month' }],
    ['a title that is no text', { title: 1 }],
    ['a field that is unknown', { titel: 'x' }],
  ])('%s', async (_, wrong) => {
    const device = deviceWith();
    const given = { ...note(device.at(1)), ...wrong } as unknown as LocalNotificationOptions;
    await expect(device.app.schedule(given)).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(await device.app.pending()).toEqual([]);
  });

  it('a time that is past, and one that has just passed is shown at once', async () => {
    const device = deviceWith();
    await expect(device.app.schedule(note(device.at(-1)))).rejects.toMatchObject({
      code: 'time-is-past',
    });
    await device.app.schedule(note(device.at(-0.001)));
    expect(device.titles()).toEqual(['Tea']);
  });

  it('more than anybody needs, with the number', async () => {
    const device = deviceWith();
    for (let n = 0; n < 500; n++) await device.app.schedule(note(device.at(1)));
    await expect(device.app.schedule(note(device.at(1)))).rejects.toThrow(
      /^500 are scheduled already/,
    );
  });
});
