import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMemoryAlarms } from '../platform/memory/createMemoryAlarms.ts';
import {
  type MemoryPlatformOptions,
  createMemoryPlatform,
} from '../platform/memory/createMemoryPlatform.ts';
import { createPush } from './createPush.ts';
import { createMemoryGateway } from './gateway/createMemoryGateway.ts';
import { createDeepLinkRouter } from './links/createDeepLinkRouter.ts';
import type { RemoteMessage } from './PushPlatform.types.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOME = process.env['TZ'];
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-01T10:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  if (HOME === undefined) delete process.env['TZ'];
  else process.env['TZ'] = HOME;
});

/** A device: what it keeps outlives the app on it, which is started again and again. */
function newDevice(more: MemoryPlatformOptions = {}) {
  const texts = new Map<string, string>();
  const gateway = createMemoryGateway();
  let inexact = 0;
  async function startApp(options: MemoryPlatformOptions & { isDeaf?: boolean } = {}) {
    const { isDeaf = false, ...rest } = options;
    const permission = 'granted' as const;
    const platform = createMemoryPlatform({ permission, texts, token: 't1', ...more, ...rest });
    const onInexactAlarms = () => void inexact++;
    const push = createPush({ platform, gateway, router: createDeepLinkRouter(), onInexactAlarms });
    const told: string[] = [];
    const listen = () => {
      push.on('received', ({ id }) => told.push(`received ${id}`));
      push.on('opened', ({ id }) => told.push(`opened ${id}`));
      push.on('initial', ({ id }) => told.push(`initial ${id}`));
    };
    if (!isDeaf) listen();
    await push.start();
    await pause();
    /** Lets time pass with the app running; gives when something was told, as the clock on the wall shows it. */
    const pass = async (ms: number, step = 10 * MINUTE) => {
      const times: string[] = [];
      for (const end = Date.now() + ms; Date.now() < end;) {
        const before = told.length;
        await vi.advanceTimersByTimeAsync(Math.min(step, end - Date.now()));
        platform.alarms.ring(Date.now());
        await pause();
        if (told.length > before) times.push(new Date().toLocaleString('sv-SE').slice(5, 16));
      }
      return times;
    };
    return { push, platform, told, listen, pass };
  }
  return { gateway, startApp, inexactCount: () => inexact };
}

const pause = () => vi.advanceTimersByTimeAsync(0);
const tap = (id: string) => ({ notification: { id, title: 'Order', body: '', data: {} } });
const inHours = (hours: number) => ({
  title: `In ${hours}`,
  body: '',
  scheduledAt: Date.now() + hours * HOUR,
});
const message = (id: string, more: Partial<RemoteMessage> = {}): RemoteMessage => ({
  id,
  title: 'Order',
  body: 'On its way',
  data: {},
  isShown: false,
  ...more,
});

/** What users of other libraries complain about, each as a statement that holds here. */
describe('it holds:', () => {
  it('A cold-start tap arrives exactly once, however late the listener is registered.', async () => {
    const app = await newDevice().startApp({ initialPress: tap('a'), isDeaf: true });
    app.platform.emit({ type: 'press', press: tap('a') });
    await app.pass(HOUR);
    app.listen();
    await app.pass(HOUR);
    expect(app.told).toEqual(['initial a']);
  });

  it('An initial notification that was handled is not replayed at the next launch; a launch by icon has none.', async () => {
    const device = newDevice();
    const first = await device.startApp({ initialPress: tap('a') });
    expect(first.told).toEqual(['initial a']);
    first.push.stop();
    // Some systems give the last one again and again.
    expect((await device.startApp({ initialPress: tap('a') })).told).toEqual([]);
    expect((await device.startApp()).told).toEqual([]);
  });

  it('One tap fires one of opened and initial, never both; a background tap never reaches the foreground callback.', async () => {
    const app = await newDevice().startApp({ initialPress: tap('a'), isInForeground: false });
    app.platform.emit({ type: 'press', press: tap('a') });
    app.platform.emit({ type: 'press', press: tap('b') });
    app.platform.emit({ type: 'press', press: tap('b') });
    app.platform.comeBack();
    await pause();
    expect(app.told).toEqual(['initial a', 'opened b']);
  });

  it('A tap without an action opens the app; a tap on a group fires the event.', async () => {
    const app = await newDevice().startApp({ isInForeground: false });
    app.platform.emit({ type: 'press', press: tap('one') });
    app.platform.emit({ type: 'press', press: tap('summary of a group') });
    await pause();
    expect(app.told).toEqual(['opened one', 'opened summary of a group']);
  });

  it.each([
    ['Europe/Berlin', '2026-03-27T12:00:00', '2026-10-23T12:00:00'],
    ['America/New_York', '2026-03-06T12:00:00', '2026-10-30T12:00:00'],
    ['Australia/Sydney', '2026-04-03T12:00:00', '2026-10-02T12:00:00'],
  ])(
    'A daily 09:00 stays 09:00 local time across both daylight-saving shifts, and fires on the second day and after. (%s)',
    async (zone, ...starts) => {
      process.env['TZ'] = zone;
      for (const start of starts) {
        vi.setSystemTime(new Date(start));
        const app = await newDevice().startApp();
        const scheduledAt = new Date(`${start.slice(0, 10)}T09:00:00`);
        await app.push.schedule({ title: 'Daily', body: '', scheduledAt, repeatType: 'day' });
        const times = await app.pass(4 * DAY);
        expect(times.map((time) => time.slice(6))).toEqual(['09:00', '09:00', '09:00', '09:00']);
        expect(new Set(times.map((time) => time.slice(0, 5))).size).toBe(4);
        app.push.stop();
      }
    },
  );

  it('Cancel and then create is in order; promises resolve after the durable write.', async () => {
    const device = newDevice();
    const app = await device.startApp();
    const first = await app.push.schedule(inHours(1));
    void app.push.cancel(first);
    await app.push.schedule(inHours(2));
    // The app dies at this moment.
    app.push.stop();
    const pending = await (await device.startApp()).push.pending();
    expect(pending.map(({ content }) => content.title)).toEqual(['In 2']);
  });

  it('Schedules survive a restart; a one-time one that fell due meanwhile fires once within a grace period.', async () => {
    const device = newDevice();
    const first = await device.startApp();
    await first.push.schedule(inHours(1));
    await first.push.schedule(inHours(5));
    first.push.stop();
    await vi.advanceTimersByTimeAsync(1.5 * HOUR);
    const second = await device.startApp();
    expect(second.told).toHaveLength(1);
    second.push.stop();
    const third = await device.startApp();
    expect(third.told).toEqual([]);
    await third.pass(DAY);
    expect(third.told).toHaveLength(1);
  });

  it('When exact alarms are denied it falls back to inexact ones and says so.', async () => {
    const alarms = createMemoryAlarms({ kind: 'system', isExact: () => false });
    const device = newDevice({ alarms });
    const app = await device.startApp();
    await app.push.schedule(inHours(1));
    expect(alarms.all()).toHaveLength(1);
    expect(device.inexactCount()).toBe(1);
  });

  it('More than 64 pending on iOS: the soonest 64 are armed, the rest follow, none is lost.', async () => {
    const shown: string[] = [];
    const show = ({ title }: { title: string }) => void shown.push(title);
    const alarms = createMemoryAlarms({ kind: 'system', capacity: 64, show });
    const device = newDevice({ alarms });
    const app = await device.startApp();
    for (let n = 100; n >= 1; n--) await app.push.schedule(inHours(n));
    expect(alarms.all().map(({ notification }) => notification.title)).toEqual(
      Array.from({ length: 64 }, (_, n) => `In ${n + 1}`),
    );
    for (let day = 0; day < 5; day++) {
      await vi.advanceTimersByTimeAsync(DAY);
      alarms.ring(Date.now());
      await device.startApp();
    }
    expect(shown).toEqual(Array.from({ length: 100 }, (_, n) => `In ${n + 1}`));
  });

  it('A time given in seconds where milliseconds are meant is refused.', async () => {
    const app = await newDevice().startApp();
    const scheduledAt = Math.floor(Date.now() / 1000) + 3600;
    const asked = app.push.schedule({ title: 'Tea', body: '', scheduledAt });
    await expect(asked).rejects.toThrow(/milliseconds \(not seconds\)/);
    expect(await app.push.pending()).toEqual([]);
  });

  it('A message with both `notification` and `data` is displayed once; the same tag replaces, in the foreground too.', async () => {
    const device = newDevice();
    const app = await device.startApp({ isInForeground: false });
    const both = message('a', { data: { orderId: '42' }, tag: 'order' });
    device.gateway.live()!.onMessage(both);
    app.platform.emit({ type: 'message', message: both });
    await pause();
    expect(app.platform.history.map(({ id }) => id)).toEqual(['a']);
    device.gateway.live()!.onMessage(message('b', { tag: 'order' }));
    await pause();
    expect(app.platform.screen.map(({ id }) => id)).toEqual(['b']);
    app.platform.comeBack();
    device.gateway.live()!.onMessage(message('c', { tag: 'order' }));
    await pause();
    expect(app.push.center.get().notifications.map(({ id }) => id)).toEqual(['c']);
  });

  it('A foreground message is never dropped because no handler is set.', async () => {
    const device = newDevice();
    const app = await device.startApp({ isDeaf: true });
    device.gateway.live()!.onMessage(message('a'));
    await pause();
    expect(app.push.center.get().notifications.map(({ id }) => id)).toEqual(['a']);
    app.listen();
    await pause();
    expect(app.told).toEqual(['received a']);
  });

  it('Subscribing while offline is queued and converges later; a token refresh registers again and keeps the topics.', async () => {
    const device = newDevice();
    const app = await device.startApp();
    device.gateway.setReachable(false);
    await app.push.subscribeToTopic('news');
    expect(device.gateway.topicsOf.get('t1')).toBeUndefined();
    device.gateway.setReachable(true);
    await app.pass(HOUR);
    expect([...device.gateway.topicsOf.get('t1')!]).toEqual(['news']);
    app.platform.setToken('t2');
    await pause();
    expect(device.gateway.registrations.at(-1)?.token).toBe('t2');
    expect([...device.gateway.topicsOf.get('t2')!]).toEqual(['news']);
  });

  it('Before asking, the permission is "not determined", not "denied".', async () => {
    const app = await newDevice().startApp({ permission: 'not-determined' });
    expect(app.push.device.get().permission).toBe('not-determined');
    expect(app.platform.timesAsked()).toBe(0);
  });
});
