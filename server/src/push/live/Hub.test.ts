import { setTimeout as wait } from 'node:timers/promises';

import type { LiveServerMessage } from '@host/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Database, Queries } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { type DeviceRow } from '../devices/deviceRows.ts';
import { insertDevice } from '../device-lifecycle/ownershipRows.ts';
import { insertSubscriptions } from '../devices/topicRows.ts';
import type { NewMessage, StoredMessage } from '../messages/Message.types.ts';
import { MessageLog } from '../messages/MessageLog.ts';
import { findMessage } from '../messages/messageRows.ts';
import { TopicService } from '../topics/TopicService.ts';
import type { Wire } from './connection/Connection.ts';
import { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import { Hub } from './Hub.ts';
import { oneNode } from './oneNode.ts';
import { SingleNodePresence } from './presence/SingleNodePresence.ts';
import type { MessageBatch } from './batches/MessageBatch.ts';

/** More than are written to without a pause. */
const DEVICES = 1200;

/** Remembers the positions of what was written to it. */
class MemoryWire implements Wire {
  // Its silence means nothing, however slow the machine is.
  readonly hearsBack = false;
  bufferedBytes = 0;
  readonly descriptor = -1;
  readonly got: number[] = [];
  readonly events: LiveServerMessage[] = [];
  writes = 0;
  readonly beats: (number | undefined)[] = [];

  write(run: MessageBatch): void {
    this.writes++;
    this.got.push(...run.messages.map(({ position }) => position));
  }
  sendEvent(event: LiveServerMessage): void {
    this.events.push(event);
  }
  heartbeat(cursor: number | undefined): void {
    this.beats.push(cursor);
  }
  closedWith: string | undefined;
  close(code: number, reason: string): void {
    this.closedWith = `${code} ${reason}`;
  }
}

describe('while a message is handed out to very many devices', () => {
  let place: TestPlace;
  let db: Database;
  let ledger: DeliveryLedger;
  let hub: Hub;
  let head = 0;
  const committed: StoredMessage[] = [];

  beforeEach(async () => {
    place = await testEngines()[0]!.createPlace();
    db = await place.open();
    head = 0;
    committed.splice(0);
    ledger = new DeliveryLedger(db);
    hub = new Hub({
      db,
      ledger,
      head: () => head,
      nodes: oneNode,
      presence: new SingleNodePresence(() => ({ version: '', services: [] })),
      times: { heartbeatMs: 40 },
    });
  });
  afterEach(async () => {
    hub.close();
    await db.close();
    await place.remove();
  });

  const register = async (tx: Queries, token: string, personId: string | null = null) => {
    const device = { token, platform: 'ios', app: null, personId, address: null };
    const row = (await insertDevice(tx, { ...device, now: 1, position: 0, hasCome: true }))!;
    await insertSubscriptions(tx, 'news', [row.id], 0, 1);
    return row;
  };
  const connect = async (device: DeviceRow) => {
    const wire = new MemoryWire();
    const connection = (await hub.connect(device, () => wire, undefined))!;
    await expect.poll(() => connection.isLive).toBe(true);
    return { wire, connection };
  };
  const connectMany = async () => {
    const devices = await db.transaction(async (tx) => {
      const rows: DeviceRow[] = [];
      for (let index = 0; index < DEVICES; index++) rows.push(await register(tx, `d${index}`));
      return rows;
    });
    return Promise.all(devices.map(connect));
  };
  /** Stores a message, and gives what is to be handed out. */
  const store = async (audience: NewMessage['audience'] = { kind: 'topic', topic: 'news' }) => {
    const log = new MessageLog({
      db,
      onCommit: ({ messages }) => committed.push(...messages),
      usesPushServices: () => false,
    });
    const now = Date.now();
    const id = await log.append({
      sender: 's',
      audience,
      collapseKey: undefined,
      payload: { priority: 'normal' },
      createdAt: now,
      sendAt: now,
      expiresAt: now + 60_000,
    });
    head = id;
    return { id, messages: committed.splice(0) };
  };
  /** Stores a message and begins to hand it out, as the feed does. */
  const begin = async (following?: () => StoredMessage[]) => {
    const { id, messages } = await store();
    const handing = hub.deliver(messages, following);
    expect(handing.next().done).toBe(false);
    return { id, finish: () => [...handing] };
  };

  it('others get their turn, and everybody gets it once', async () => {
    const devices = await connectMany();
    const { id, finish } = await begin();
    expect(devices.filter(({ wire }) => wire.got.length === 0).length).toBeGreaterThan(0);
    finish();
    for (const { wire } of devices) expect(wire.got).toEqual([id]);
  });

  it('nobody is let go when somebody sets the clock', async () => {
    const { connection, wire } = await connect(await register(db, 'patient'));
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 24 * 60 * 60_000);
    const before = wire.beats.length;
    await expect.poll(() => wire.beats.length).toBeGreaterThan(before);
    clock.mockRestore();
    expect(connection.isOpen).toBe(true);
  });

  it('one that was about to connect when its node closed is let go like the others', async () => {
    const device = await register(db, 'late');
    const wire = new MemoryWire();
    const connecting = hub.connect(device, () => wire, undefined);
    hub.close();
    expect((await connecting)?.isOpen).toBe(false);
    expect(wire.closedWith).toMatch(/^1001 the server shuts down; come back in \d+ ms$/);
    expect(hub.size).toBe(0);
  });

  it('one that does not read is told of its inbox once, and what is the case then', async () => {
    const { connection, wire } = await connect(await register(db, 'busy', 'ada'));
    const inbox = (unreadCount: number) => ({ type: 'inbox', unreadCount }) as const;
    const [hello] = wire.events;
    hub.sendToPerson('ada', inbox(1));
    wire.bufferedBytes = 64 * 1024;
    for (let unread = 2; unread < 1000; unread++) hub.sendToPerson('ada', inbox(unread));
    hub.acknowledge(connection, 0);
    expect(wire.events).toEqual([hello, inbox(1)]);
    wire.bufferedBytes = 0;
    hub.resume(connection);
    hub.resume(connection);
    expect(wire.events).toEqual([hello, inbox(1), inbox(999)]);
  });

  it('one that says again and again that it held a message has it looked up once', async () => {
    const { connection } = await connect(await register(db, 'chatty'));
    const all = vi.spyOn(db, 'all');
    for (let said = 0; said < 50; said++) {
      hub.reportedOn(connection, { messageId: 1, held: 'muted' });
      await wait(1);
    }
    const lookedUp = all.mock.calls.filter(([sql]) => sql.includes('push_openings'));
    expect(lookedUp).toHaveLength(1);
  });

  it('one about whom nothing can be read stays, and gets what is sent once it can be', async () => {
    const device = await register(db, 'unlucky');
    vi.spyOn(db, 'all').mockRejectedValueOnce(new Error('The database is away'));
    const { wire } = await connect(device);
    expect(hub.isConnected(device.id)).toBe(true);
    const { id, messages } = await store();
    expect([...hub.deliver(messages)]).toEqual([]);
    expect(wire.got).toEqual([id]);
  });

  it('one of whose topics was heard late gets what was sent for them meanwhile, in order', async () => {
    const device = await register(db, 'eager');
    const { wire } = await connect(device);
    await insertSubscriptions(db, 'late', [device.id], head, 1);
    const condition = (text: string) => ({ kind: 'condition', condition: text }) as const;
    const stored = [
      await store(condition(`'late' in topics && 'news' in topics`)),
      await store({ kind: 'topic', topic: 'late' }),
      await store(condition(`'late' in topics || 'news' in topics`)),
      await store(condition(`!('late' in topics)`)),
    ];
    for (const { messages } of stored) expect([...hub.deliver(messages)]).toEqual([]);
    const ids = stored.map(({ id }) => id);
    // What it has by then came before the server knew.
    expect(wire.got).toEqual([ids[2], ids[3]]);
    await db.transaction((tx) => notifyDevices(tx, [device.id]));
    await expect.poll(() => wire.got).toEqual([ids[2], ids[3], ids[0], ids[1]]);
    await ledger.flush();
    const sent = await Promise.all(ids.map(async (id) => (await findMessage(db, id))!.sent));
    expect(sent).toEqual([1, 1, 1, 1]);
  });

  it('one who connects meanwhile gets it once', async () => {
    await connectMany();
    const { id, finish } = await begin();
    const { wire } = await connect(await register(db, 'late'));
    finish();
    expect(wire.got).toEqual([id]);
  });

  it('one who acknowledges it before it was sent does not lose it', async () => {
    const devices = await connectMany();
    const { id, finish } = await begin();
    const last = devices.at(-1)!;
    expect(last.wire.got).toEqual([]);
    hub.acknowledge(last.connection, id);
    await expect.poll(() => last.wire.beats.length).toBeGreaterThan(0);
    expect(last.wire.beats).not.toContain(id);
    finish();
    expect(last.wire.got).toEqual([id]);
    expect(last.connection.unacknowledgedSince).toBeDefined();
  });

  it('what comes meanwhile goes with it: to everybody once, in order, and in few writes', async () => {
    const devices = await connectMany();
    const more: StoredMessage[] = [];
    const { id, finish } = await begin(() => more.splice(0));
    for (let index = 0; index < 2; index++) more.push(...(await store()).messages);
    const ids = [id, ...more.map(({ position }) => position)];
    const { wire: late } = await connect(await register(db, 'late'));
    finish();
    for (const { wire } of devices) expect(wire.got).toEqual(ids);
    expect([devices[0]!.wire.writes, devices.at(-1)!.wire.writes]).toEqual([2, 1]);
    expect(late.got).toEqual(ids);
    await ledger.flush();
    const sent = await Promise.all(ids.map(async (each) => (await findMessage(db, each))!.sent));
    expect(sent).toEqual(ids.map(() => DEVICES + 1));
  });

  it('one who acknowledges what it was sent has done so, whoever is still waiting for it', async () => {
    const [{ connection }] = (await connectMany()) as [Awaited<ReturnType<typeof connect>>];
    const { id, finish } = await begin();
    hub.acknowledge(connection, id);
    expect(connection.unacknowledgedSince).toBeUndefined();
    finish();
  });

  it('one who acknowledges what it just got is not asked for a sign of life', async () => {
    const [device] = await connectMany();
    const { id, finish } = await begin();
    finish();
    const { connection } = device!;
    const sentAt = connection.unacknowledgedSince!;
    const justBefore = sentAt + hub.heartbeatMs - 0.001;
    expect(connection.isHeartbeatDue(justBefore)).toBe(true);
    hub.acknowledge(connection, id);
    expect(connection.isHeartbeatDue(justBefore)).toBe(false);
  });

  it('one who is subscribed gets what it missed before what comes meanwhile', async () => {
    const { wire, connection } = await connect(await db.transaction((tx) => register(tx, 'd')));
    const sports = { kind: 'topic', topic: 'sports' } as const;
    const missed = await store(sports);
    for (const _ of hub.deliver(missed.messages));
    const all: Database['all'] = db.all.bind(db);
    let next: { id: number } | undefined;
    // While it is read what it missed, the next one comes.
    const reading = vi.spyOn(db, 'all').mockImplementation(async (...query) => {
      if (connection.topics.has('sports')) {
        reading.mockRestore();
        const { id, messages } = await store(sports);
        next = { id };
        for (const _ of hub.deliver(messages));
      }
      return all(...query);
    });
    await db.transaction(async (tx) => {
      await insertSubscriptions(tx, 'sports', [connection.deviceId], 0, 1);
      await notifyDevices(tx, [connection.deviceId]);
    });
    await expect.poll(() => wire.got.length).toBe(2);
    expect(wire.got).toEqual([missed.id, next!.id]);
    expect(connection.isLive).toBe(true);
  });

  it('one who has unsubscribed gets nothing of the topic any more, however slow the database is', async () => {
    const device = await register(db, 'd');
    const { wire } = await connect(device);
    const all: Database['all'] = db.all.bind(db);
    const reading = vi.spyOn(db, 'all').mockImplementation(async (...query) => {
      await wait(50);
      return all(...query);
    });
    const topics = new TopicService(db, (ids) => hub.refresh(ids));
    await topics.unsubscribe('news', [device.id]);
    reading.mockRestore();
    const { messages } = await store();
    expect([...hub.deliver(messages)]).toEqual([]);
    expect(wire.got).toEqual([]);
  });

  it('one who leaves meanwhile is written to no more', async () => {
    const devices = await connectMany();
    const { finish } = await begin();
    const last = devices.at(-1)!;
    hub.disconnect(last.connection);
    finish();
    expect(last.wire.got).toEqual([]);
  });

  it('those who acknowledge many messages at once are counted for each of them', async () => {
    const [early, late] = [await connect(await register(db, 'a')), await register(db, 'b')];
    const ids: number[] = [];
    const handOut = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const { id, messages } = await store();
        ids.push(id);
        expect([...hub.deliver(messages)]).toEqual([]);
      }
    };
    await handOut(100);
    hub.acknowledge(early.connection, ids[29]!);
    const { connection } = await connect(late);
    await handOut(100);
    hub.acknowledge(early.connection, ids.at(-1)!);
    hub.acknowledge(connection, ids[149]!);
    await ledger.flush();
    const delivered = await Promise.all(ids.map(async (id) => (await findMessage(db, id))!));
    // The second one read the first hundred from storage, and acknowledged fifty of those that followed.
    expect(delivered.map((row) => row.delivered)).toEqual(
      ids.map((_, index) => (index < 150 ? 2 : 1)),
    );
    expect(delivered.map((row) => row.sent)).toEqual(ids.map(() => 2));
    expect(connection.unacknowledgedSince).toBeDefined();
    expect(early.connection.unacknowledgedSince).toBeUndefined();
  });
});
