import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { tokenKeyOf } from '../devices/deviceToken.ts';
import { DeliveryLedger } from '../live/ledger/DeliveryLedger.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { FcmAddress, Transport } from '../transports/Transport.types.ts';
import { PushServiceSender } from './PushServiceSender.ts';
import { PushServiceWorker } from './PushServiceWorker.ts';
import { ServiceStates } from './ServiceStates.ts';

const HOUR = 60 * 60 * 1000;

describe.each(testEngines())('work for many devices ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  let fcm: MemoryTransport<FcmAddress>;
  const endings: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
    fcm = new MemoryTransport('fcm');
    const now = Date.now();
    await db.run(
      `INSERT INTO push_messages (id, position, sender, topic, payload, has_notification, state, created_at, send_at, expires_at)
        VALUES (1, 1, 's', 'all', '{}', 0, 'stored', ?, ?, ?)`,
      now,
      now,
      now + HOUR,
    );
  });
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
    await db.close();
    await place.remove();
  });

  const start = (given: Database = db) => {
    const ledger = new DeliveryLedger(given);
    const sender = new PushServiceSender({
      db: given,
      transports: new Map([['fcm', fcm as Transport]]),
      states: new ServiceStates(['fcm'], () => undefined),
      ledger,
      connected: { lookForNodes: async () => undefined, has: () => false },
    });
    const worker = new PushServiceWorker({ db: given, sender });
    endings.push(async () => {
      await worker.close();
      await ledger.flush();
    });
    worker.start();
  };
  /** Devices of the topic, and their tokens. */
  const addDevices = async (count: number) => {
    const tokens = Array.from({ length: count }, (_, index) => `fcm:${index}`);
    await db.runMany(
      `INSERT INTO devices (token_key, token, platform, owner_since, upstream, created_at, last_seen, position)
        VALUES (?, ?, 'android', 0, ?, 0, 0, 0)`,
      tokens.map((token) => [
        tokenKeyOf(token),
        token,
        JSON.stringify({ transport: 'fcm', token }),
      ]),
    );
    await db.run(
      `INSERT INTO topic_subscriptions (topic, device_id, since, added_at) SELECT 'all', id, 0, 0 FROM devices`,
    );
    return tokens;
  };
  const addRanges = (count: number) =>
    db.runMany(
      'INSERT INTO push_jobs (message_id, until_device, due_at) VALUES (1, ?, 0)',
      Array.from({ length: count }, () => [1_000_000]),
    );
  const sentTo = () => fcm.sent.map(({ address }) => address.token);
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await wait(10);
  };
  const untilNoJobIsLeft = () =>
    until(async () => (await db.all('SELECT id FROM push_jobs')).length === 0);

  it('goes on with the others while the service of one is slow', async () => {
    const tokens = await addDevices(150);
    await addRanges(1);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    fcm.answer = async (_, { token }) => {
      if (token === tokens[0]) await released;
      return { kind: 'accepted' };
    };
    start();
    await until(() => fcm.sent.length === tokens.length);
    release();
    await untilNoJobIsLeft();
    expect(sentTo().toSorted()).toEqual(tokens.toSorted());
  });

  it('is not taken for a leak of listeners while many wait for an answer at once', async () => {
    const tokens = await addDevices(30);
    await addRanges(1);
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    let sends = 0;
    // As the clients of push services do, so that a node that ends gives up.
    vi.spyOn(fcm, 'send').mockImplementation(async (_, __, signal) => {
      signal!.addEventListener('abort', () => undefined);
      sends++;
      await until(() => sends === tokens.length);
      return { kind: 'accepted' };
    });
    start();
    await untilNoJobIsLeft();
    process.off('warning', note);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  it('is not done twice when it takes longer than a job is taken for', async () => {
    const tokens = await addDevices(3);
    await addRanges(1);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    fcm.answer = async () => {
      await released;
      return { kind: 'accepted' };
    };
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    endings.push(async () => void vi.useRealTimers());
    start();
    await until(() => fcm.sent.length === tokens.length);
    for (let seconds = 0; seconds < 120; seconds += 20) {
      vi.advanceTimersByTime(20_000);
      await wait(250);
    }
    release();
    await untilNoJobIsLeft();
    expect(sentTo().toSorted()).toEqual(tokens);
  });

  /** A database whose next writes fail once something was sent. */
  const failingAfterSending = (writes: number): Database => ({
    ...db,
    transaction: (work) =>
      fcm.sent.length > 0 && writes-- > 0
        ? Promise.reject(new Error('Too many writes are waiting for the disk.'))
        : db.transaction(work),
  });

  it('is repeated for the one device whose outcome could not be written down, and for no other', async () => {
    const tokens = await addDevices(5);
    await addRanges(1);
    fcm.answer = (_, { token }) =>
      token === tokens[2] ? { kind: 'dead-token', code: 'UNREGISTERED' } : { kind: 'accepted' };
    // The first is what became of the device, the others how far the range has come.
    start(failingAfterSending(3));
    await until(() => fcm.sent.length > tokens.length);
    await untilNoJobIsLeft();
    expect(sentTo().toSorted()).toEqual([...tokens, tokens[2]!].toSorted());
    expect(await db.all('SELECT id FROM devices')).toHaveLength(tokens.length - 1);
  });

  it('for one device is not sent again while its end cannot be written down', async () => {
    const [token] = await addDevices(1);
    await db.run(
      'INSERT INTO push_jobs (message_id, device_id, due_at) SELECT 1, id, 0 FROM devices',
    );
    start(failingAfterSending(2));
    await untilNoJobIsLeft();
    expect(sentTo()).toEqual([token]);
  });

  it('leaves room for messages to one device, however many ranges there are', async () => {
    const [first, second] = await addDevices(2);
    await addRanges(50);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    fcm.answer = async ({ id }) => {
      if (id === '1') await released;
      return { kind: 'accepted' };
    };
    start();
    await until(() => fcm.sent.length >= 2 * 24);
    await db.run(
      `INSERT INTO push_messages (id, position, sender, payload, has_notification, state, created_at, send_at, expires_at)
        VALUES (2, 2, 's', '{}', 0, 'stored', 0, 0, ?)`,
      Date.now() + HOUR,
    );
    await db.run(
      'INSERT INTO push_jobs (message_id, device_id, due_at) SELECT 2, id, 1 FROM devices',
    );
    const single = () => fcm.sent.filter(({ message }) => message.id === '2');
    await until(() => single().length === 2);
    expect(
      single()
        .map(({ address }) => address.token)
        .toSorted(),
    ).toEqual([first, second]);
    release();
    await untilNoJobIsLeft();
    expect(fcm.sent).toHaveLength(2 * 50 + 2);
  });
});
