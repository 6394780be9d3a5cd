import { OWN_NOTIFICATION_KEY } from '@host/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  type MemoryPlatformOptions,
  createMemoryPlatform,
} from '../../platform/memory/createMemoryPlatform.ts';
import { createPush } from '../createPush.ts';
import { type MemoryGateway, createMemoryGateway } from '../gateway/createMemoryGateway.ts';
import { createDeepLinkRouter } from '../links/createDeepLinkRouter.ts';
import { PushError } from '../PushError.ts';
import type { Alarm, RemoteMessage } from '../PushPlatform.types.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOME = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin';
  vi.useFakeTimers({ now: new Date('2026-03-25T10:00:00') });
});
afterEach(() => {
  vi.useRealTimers();
  if (HOME === undefined) delete process.env['TZ'];
  else process.env['TZ'] = HOME;
});

/** A gateway that tests look at, and the app of one device, which can be closed and started again. */
function deviceWith(gateway: MemoryGateway = createMemoryGateway()) {
  const texts = new Map<string, string>();
  const arrived: RemoteMessage[] = [];
  async function startApp(options: MemoryPlatformOptions = {}) {
    const permission = 'granted' as const;
    const platform = createMemoryPlatform({ permission, texts, arrived, token: 't1', ...options });
    const router = createDeepLinkRouter();
    const push = createPush({ platform, gateway, router });
    const told: string[] = [];
    push.on('received', ({ title }) => told.push(title!));
    await push.start();
    await settle();
    const schedule = async (hours: number, more: object = {}) => {
      const scheduledAt = Date.now() + hours * HOUR;
      const id = await push.schedule({ title: 'Tea', body: 'Ready', scheduledAt, ...more });
      await settle();
      return id;
    };
    /** Lets time pass with the app running. */
    const pass = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      platform.alarms.ring(Date.now());
      await settle();
    };
    return { push, platform, told, schedule, pass };
  }
  return { gateway, arrived, startApp };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const times = (gateway: MemoryGateway) =>
  [...gateway.scheduled.values()].map(({ at }) =>
    new Date(at).toLocaleString('sv-SE').slice(0, 16),
  );

/** What the gateway sends at the time of an alarm. */
function pushOf({ notification: { id, title, body, data } }: Alarm): RemoteMessage {
  const own = JSON.stringify({ id, title, body, data });
  return { id: '4711', data: { [OWN_NOTIFICATION_KEY]: own }, isShown: false };
}

describe('what is scheduled on a device that shows nothing while the app is closed', () => {
  it('is at the gateway, too, and cancelled there with the rest', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp();
    const id = await app.schedule(2);
    expect(times(gateway)).toEqual(['2026-03-25 12:00']);
    await app.push.cancel(id);
    await settle();
    expect(gateway.scheduled.size).toBe(0);
  });

  it('is there for a week ahead when it repeats, at the same time of day over a change of the clock', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp();
    await app.schedule(1, { repeatType: 'day' });
    expect(times(gateway)).toEqual(
      Array.from({ length: 7 }, (_, day) =>
        new Date(2026, 2, 25 + day).toLocaleDateString('sv-SE'),
      ).map((date) => `${date} 11:00`),
    );
    await app.pass(HOUR);
    expect(times(gateway).at(-1)).toBe('2026-04-01 11:00');
  });

  it('is never more than the gateway takes: the soonest 64', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp();
    for (let n = 100; n > 0; n--) await app.schedule(n);
    expect(gateway.scheduled.size).toBe(64);
    const latest = Math.max(...[...gateway.scheduled.values()].map(({ at }) => at));
    expect(latest).toBe(Date.now() + 64 * HOUR);
  });

  it('gets there later without a network, and what was cancelled meanwhile never does', async () => {
    const { gateway, startApp } = deviceWith();
    gateway.setReachable(false);
    const app = await startApp();
    const first = await app.schedule(10);
    await app.schedule(11, { title: 'Second' });
    await app.push.cancel(first);
    gateway.setReachable(true);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect([...gateway.scheduled.values()].map(({ notification }) => notification.title)).toEqual([
      'Second',
    ]);
  });

  it('is cancelled at the gateway after a restart when nobody could be told before', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp();
    const id = await app.schedule(10);
    gateway.setReachable(false);
    await app.push.cancel(id);
    app.push.stop();
    expect(gateway.scheduled.size).toBe(1);
    gateway.setReachable(true);
    await startApp();
    expect(gateway.scheduled.size).toBe(0);
  });

  it('is told again to a gateway that knows the device by another token', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp();
    await app.schedule(10);
    gateway.scheduled.clear();
    app.platform.setToken('t2');
    await settle();
    expect(gateway.scheduled.size).toBe(1);
  });

  it('does not hold up the others when the gateway refuses one', async () => {
    const gateway = createMemoryGateway();
    const refused: string[] = [];
    const { schedule } = gateway;
    gateway.schedule = async (alarm) => {
      if (alarm.notification.title !== 'Large') return schedule!(alarm);
      refused.push(alarm.id);
      throw new PushError('gateway-refused', 'too large', 413);
    };
    const app = await deviceWith(gateway).startApp();
    await app.schedule(1, { title: 'Large' });
    await app.schedule(2);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect([gateway.scheduled.size, refused.length]).toEqual([1, 1]);
  });

  it('is nowhere else where the system shows it by itself, or nobody allows notifications', async () => {
    const { gateway, startApp } = deviceWith();
    const { createMemoryAlarms } = await import('../../platform/memory/createMemoryAlarms.ts');
    await (await startApp({ alarms: createMemoryAlarms({ kind: 'system' }) })).schedule(1);
    await (await startApp({ permission: 'denied' })).schedule(1);
    expect(gateway.scheduled.size).toBe(0);
  });
});

describe('a local notification is shown once', () => {
  it('by the timer while the app is open, whenever the gateway’s copy comes', async () => {
    for (const isFirst of [true, false]) {
      const { gateway, startApp } = deviceWith();
      const app = await startApp();
      await app.schedule(1);
      const copy = pushOf([...gateway.scheduled.values()][0]!);
      if (isFirst) gateway.live()!.onMessage(copy);
      await app.pass(HOUR);
      if (!isFirst) gateway.live()!.onMessage(copy);
      await settle();
      expect(app.told).toEqual(['Tea']);
      expect(app.push.center.get().notifications).toHaveLength(1);
      expect(gateway.acknowledged).toEqual(['4711']);
    }
  });

  it('by the gateway while the app is closed: at the next start it is in the center and not told again', async () => {
    const { gateway, arrived, startApp } = deviceWith();
    const closed = await startApp();
    await closed.schedule(1, { data: { deepLink: 'acme://order/42' } });
    closed.push.stop();
    await vi.advanceTimersByTimeAsync(HOUR + MINUTE);
    const copy = pushOf([...gateway.scheduled.values()][0]!);
    arrived.push({ ...copy, isShown: true, isPast: true });
    const app = await startApp();
    expect(app.push.center.get().notifications).toMatchObject([
      { title: 'Tea', data: { deepLink: 'acme://order/42' } },
    ]);
    expect([app.told, app.platform.history]).toEqual([[], []]);
  });

  it('at the next start, within the grace period, when the gateway could not', async () => {
    const { gateway, startApp } = deviceWith();
    const closed = await startApp();
    await closed.schedule(1);
    closed.push.stop();
    await vi.advanceTimersByTimeAsync(HOUR + MINUTE);
    const app = await startApp();
    expect(app.told).toEqual(['Tea']);
    gateway.live()!.onMessage(pushOf([...gateway.scheduled.values()][0]!));
    await settle();
    expect(app.told).toEqual(['Tea']);
  });

  it('in the background on the screen, by whoever is first', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp({ isInForeground: false });
    await app.schedule(1);
    gateway.live()!.onMessage(pushOf([...gateway.scheduled.values()][0]!));
    await app.pass(HOUR);
    expect(app.platform.history.map(({ title }) => title)).toEqual(['Tea']);
  });

  it('and a push that only looks like one is for the app alone', async () => {
    const { gateway, startApp } = deviceWith();
    const app = await startApp();
    for (const own of ['', '{', '[]', '{"id":1,"title":"x","body":"y"}']) {
      gateway.live()!.onMessage({
        id: `${own.length}`,
        data: { [OWN_NOTIFICATION_KEY]: own },
        isShown: false,
      });
    }
    await settle();
    expect(app.push.center.get().notifications).toEqual([]);
  });
});

it('a week ahead is kept up by every start', async () => {
  const { gateway, startApp } = deviceWith();
  const first = await startApp();
  await first.schedule(1, { repeatType: 'day' });
  first.push.stop();
  await vi.advanceTimersByTimeAsync(3 * DAY);
  await startApp();
  expect(times(gateway).at(-1)).toBe('2026-04-03 11:00');
});
