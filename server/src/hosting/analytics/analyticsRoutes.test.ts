import { type AnalyticsCounts, type AnalyticsEvent, LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testQuotas } from '../../operations/quotas/testing/testQuotas.ts';
import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { OTHER_NAMES, countEvents } from './countEvents.ts';
import { dayOf } from './dayOf.ts';
import { EventQuota } from './EventQuota.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVENTS = '/v1/analytics/events';

let last = 0;
const event = (appId: string, changes: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  id: `event-${String(++last).padStart(6, '0')}`,
  appId,
  version: '1.0.0',
  type: 'screen',
  name: 'home',
  at: new Date().toISOString(),
  installId: 'install-1',
  ...changes,
});

describe.each(testEngines())('analytics ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const registered = async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0');
    await vouchFor(server, appId, '2.0.0');
    return appId;
  };
  const send = (events: object[]) => server.post(EVENTS, { events }, { token: undefined });
  const read = async (appId: string, query = '', kind = 'screens') => {
    const url = `/v1/admin/mini-programs/${appId}/analytics/${kind}${query}`;
    const response = await server.send('GET', url);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<AnalyticsCounts>();
  };
  const today = () => dayOf(Date.now());

  it('counts the screens of a batch per day, over all versions, without a session', async () => {
    const appId = await registered();
    const yesterday = Date.now() - DAY_MS;
    const response = await send([
      event(appId),
      event(appId, { version: '2.0.0' }),
      event(appId, { name: 'order', properties: { id: '7', open: true, none: null, n: 1.5 } }),
      event(appId, { at: new Date(yesterday).toISOString() }),
      event(appId, { type: 'track', name: 'bought' }),
    ]);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { counted: 5, repeated: 0, unknown: 0 },
    ]);
    expect((await read(appId)).items).toEqual([
      { name: 'home', day: dayOf(yesterday), count: 1 },
      { name: 'home', day: today(), count: 2 },
      { name: 'order', day: today(), count: 1 },
    ]);
    expect((await read(appId, '', 'events')).items).toEqual([
      { name: 'bought', day: today(), count: 1 },
    ]);
  });

  it('counts a batch once, however often and however parallel it is sent', async () => {
    const appId = await registered();
    const events = Array.from({ length: 50 }, (_, index) =>
      event(appId, { name: index % 2 ? 'odd' : 'even' }),
    );
    const batches = [events, events.toReversed(), events, events.toReversed(), events];
    const receipts = await Promise.all(batches.map(async (each) => (await send(each)).json()));
    const counted = receipts.reduce((sum, receipt) => sum + receipt.counted, 0);
    expect(counted).toBe(50);
    expect((await send([...events, event(appId)])).json()).toEqual({
      counted: 1,
      repeated: 50,
      unknown: 0,
    });
    expect((await read(appId)).items.map(({ name, count }) => [name, count])).toEqual([
      ['even', 25],
      ['home', 1],
      ['odd', 25],
    ]);
  });

  it('loses no count when many batches come at the same time', async () => {
    const appId = await registered();
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) => {
        const order = turn % 2 ? names : names.toReversed();
        return send(order.map((name) => event(appId, { name })));
      }),
    );
    const { items } = await read(appId);
    expect(items.map(({ count }) => count)).toEqual([20, 20, 20, 20]);
  });

  it('takes a day that is more than two days away for today', async () => {
    const appId = await registered();
    const now = Date.now();
    for (const days of [-400, -3, -1, 1, 3, 4000]) {
      const at = new Date(now + days * DAY_MS).toISOString();
      await send([event(appId, { name: `n${days}`, at })]);
    }
    const from = dayOf(now - 40 * DAY_MS);
    const to = dayOf(now + 40 * DAY_MS);
    const days = (await read(appId, `?from=${from}&to=${to}`)).items;
    expect(Object.fromEntries(days.map(({ name, day }) => [name, day]))).toEqual({
      'n-400': dayOf(now),
      'n-3': dayOf(now),
      'n-1': dayOf(now - DAY_MS),
      n1: dayOf(now + DAY_MS),
      n3: dayOf(now),
      n4000: dayOf(now),
    });
  });

  it('counts nothing of a version that is not registered', async () => {
    const appId = await registered();
    const response = await send([
      event(newAppId()),
      event(appId, { version: '9.9.9' }),
      event(appId),
    ]);
    expect(response.json()).toEqual({ counted: 1, repeated: 0, unknown: 2 });
  });

  it('counts names beyond the most of a day together', async () => {
    const appId = await registered();
    const many = Array.from({ length: LIMITS.eventNamesPerDay + 10 }, (_, n) => `n${n}`);
    while (many.length > 0) {
      await send(many.splice(0, 100).map((name) => event(appId, { name })));
    }
    await send([event(appId, { name: 'n0' }), event(appId, { name: 'another' })]);
    const { items } = await read(appId);
    const counts = new Map(items.map(({ name, count }) => [name, count]));
    expect(counts.size).toBe(LIMITS.eventNamesPerDay + 1);
    expect([counts.get('n0'), counts.get(OTHER_NAMES)]).toEqual([2, 11]);
  });

  it('counts by its name what was counted the day before, whatever strangers made up since', async () => {
    const appId = await registered();
    const at = new Date(Date.now() - DAY_MS).toISOString();
    await send([event(appId, { name: 'checkout', at })]);
    const madeUp = Array.from({ length: LIMITS.eventNamesPerDay }, (_, n) => `n${n}`);
    while (madeUp.length > 0) {
      await send(madeUp.splice(0, 100).map((name) => event(appId, { name })));
    }
    await send([event(appId, { name: 'checkout' }), event(appId, { name: 'another' })]);
    const { items } = await read(appId);
    expect(items.filter(({ name }) => name === 'checkout')).toHaveLength(2);
    expect(items.find(({ name }) => name === OTHER_NAMES)?.count).toBe(1);
  });

  it('remembers the ids of events for a few days only', async () => {
    const appId = await registered();
    const now = Date.now();
    const sent = event(appId, { at: new Date(now).toISOString() });
    const deps = { db: server.db, quota: new EventQuota(server.db, testQuotas()) };
    const long = LIMITS.eventIdSeconds * 1000 + 1;
    await countEvents(deps, [sent], { address: '198.51.100.1', now: now - long });
    await countEvents(deps, [event(appId)], { address: '198.51.100.1', now });
    const seen = await server.db.all('SELECT 1 FROM analytics_seen WHERE event_id = ?', sent.id);
    expect(seen).toEqual([]);
  });

  it('reads the last 30 days when nothing is said, and days that follow each other', async () => {
    const appId = await registered();
    const { from, to } = await read(appId);
    expect([from, to]).toEqual([dayOf(Date.now() - 29 * DAY_MS), today()]);
    const url = `/v1/admin/mini-programs/${appId}/analytics/screens`;
    for (const query of [
      'from=2026-02-30',
      'from=yesterday',
      'from=2026-01-02&to=2026-01-01',
      'from=2025-01-01&to=2026-01-01',
      'day=2026-01-01',
    ]) {
      expectProblem(await server.send('GET', `${url}?${query}`), 'invalid-query');
    }
    const unknown = `/v1/admin/mini-programs/${newAppId()}/analytics/screens`;
    expectProblem(await server.send('GET', unknown), 'mini-program-not-found');
  });

  it.each([
    [{ id: 'short' }, '/events/0/id'],
    [{ appId: 'orders' }, '/events/0/appId'],
    [{ version: '1' }, '/events/0/version'],
    [{ type: 'click' }, '/events/0/type'],
    [{ name: '' }, '/events/0/name'],
    [{ name: 'a\nb' }, '/events/0/name'],
    [{ at: 'today' }, '/events/0/at'],
    [{ installId: 'a b' }, '/events/0/installId'],
    [{ properties: { deep: {} } }, '/events/0/properties/deep'],
    [{ properties: { long: 'x'.repeat(201) } }, '/events/0/properties/long'],
    [{ userId: '7' }, '/events/0/userId'],
  ])('refuses an event with %j', async (change, pointer) => {
    const response = await send([{ ...event('com.acme.orders'), ...change }]);
    const { errors } = expectProblem(response, 'invalid-body');
    expect(new Set(errors?.map((each) => each.pointer))).toEqual(new Set([pointer]));
  });

  it('refuses an empty batch, one of too many events, and one that is too large', async () => {
    expectProblem(await send([]), 'invalid-body');
    const many = Array.from({ length: 101 }, () => event('com.acme.orders'));
    expectProblem(await send(many), 'invalid-body');
    const large = [{ ...event('com.acme.orders'), text: 'x'.repeat(LIMITS.jsonBodyBytes) }];
    expectProblem(await send(large), 'body-too-large');
  });
});

describe('analytics of one address', () => {
  it('are taken so many times a minute', async () => {
    const server = await createTestServer();
    const codes = [];
    for (let index = 0; index < 601; index++) codes.push((await server.post(EVENTS)).statusCode);
    expect(codes.lastIndexOf(422)).toBe(599);
    expect(codes.at(-1)).toBe(429);
    await server.close();
  });
});
