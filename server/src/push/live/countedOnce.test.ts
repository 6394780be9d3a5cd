import type { PushMessageRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const NOTHING = { sent: 0, delivered: 0, opened: 0, expired: 0, dropped: 0 };

type Device = Parameters<PushServer['connect']>[0];
type Options = Parameters<PushServer['connect']>[1];

let topics = 0;
const newTopic = () => `counted-${++topics}`;

const toTopic = async (push: PushServer, topic: string, more: object = {}): Promise<number> => {
  const response = await push.fcm({ to: `/topics/${topic}`, ...more });
  return response.json<{ message_id: number }>().message_id;
};
/** A connection that is heard: what the device said by connecting is noted then. */
const connect = async (push: PushServer, device: Device, options?: Options) => {
  const client = await push.connect(device, options);
  client.socket.ping();
  await new Promise((resolve) => void client.socket.once('pong', resolve));
  return client;
};
const counts = async (push: PushServer, id: number): Promise<PushMessageRecord['counts']> =>
  (await push.status(id)).counts;

describe.each(testEngines())('what became of a message to a topic ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  /** Connects, waits for messages, and disconnects without acknowledging them. */
  const look = async (device: Device, messages: number, since?: number) => {
    const client = await connect(push, device, { acknowledges: false, since });
    const received = await client.received(messages);
    await client.close();
    return received;
  };
  const expire = (id: number) =>
    push.server.db.run('UPDATE push_messages SET expires_at = 1 WHERE id = ?', id);
  const acknowledge = async (device: Device, cursor: number, opened: string[] = []) => {
    const body = { cursor, opened };
    const response = await push.server.post('/v1/push/acks', body, { token: device.key });
    expect(response.statusCode, response.body).toBe(200);
  };

  it('is counted as sent once, however often a device connects and acknowledges nothing', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const missed = await toTopic(push, topic);
    const client = await connect(push, device, { acknowledges: false });
    await client.received(1);
    const live = await toTopic(push, topic);
    await client.received(2);
    await client.close();
    for (let times = 0; times < 3; times++) await look(device, 2);
    for (const id of [missed, live])
      expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1 });

    const last = await connect(push, device);
    await last.received(2);
    await last.close();
    for (const id of [missed, live]) {
      expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
    }
  });

  it('is counted as expired once', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const [early, kept, late] = [
      await toTopic(push, topic),
      await toTopic(push, topic),
      await toTopic(push, topic),
    ];
    for (const id of [early, late]) await expire(id);
    for (let times = 0; times < 3; times++) await look(device, 1);
    for (const id of [early, late]) {
      expect(await counts(push, id)).toEqual({ ...NOTHING, expired: 1 });
    }
    expect(await counts(push, kept)).toEqual({ ...NOTHING, sent: 1 });
  });

  it('is passed for good when nothing of it is left to send', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const id = await toTopic(push, topic);
    await expire(id);
    const client = await connect(push, device);
    await expect.poll(() => counts(push, id)).toEqual({ ...NOTHING, expired: 1 });
    await client.close();
    const again = await connect(push, device);
    expect(await again.hello()).toMatchObject({ cursor: id });
  });

  it('is counted as delivered when the device resumes after it, unless it was never sent', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const [first, collapsed, newest] = [
      await toTopic(push, topic),
      await toTopic(push, topic, { collapse_key: 'score' }),
      await toTopic(push, topic, { collapse_key: 'score' }),
    ];
    const received = await look(device, 2);
    expect(received.map(({ id }) => Number(id))).toEqual([first, newest]);
    // It was kept, however late the device says so.
    await expire(first);
    for (let times = 0; times < 2; times++) await look(device, 0, received[1]!.cursor);
    for (const id of [first, newest]) {
      expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
    }
    expect(await counts(push, collapsed)).toEqual({ ...NOTHING, dropped: 1 });
  });

  it('is counted once when the device asks for it again', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const id = await toTopic(push, topic);
    const client = await connect(push, device);
    const [message] = await client.received(1);
    await client.close();
    for (let times = 0; times < 2; times++) {
      const again = await connect(push, device, { since: message!.cursor - 1 });
      await again.received(1);
      await again.close();
    }
    expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
  });

  it('is counted as delivered when that is said without a connection', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const id = await toTopic(push, topic);
    const [message] = await look(device, 1);
    for (let times = 0; times < 2; times++) await acknowledge(device, message!.cursor);
    // Whoever has the database alone knows at once that there is no connection elsewhere.
    await look(device, 0);
    await look(device, 0, message!.cursor);
    expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
  });

  it('is counted as delivered however it is said: on the connection, without one, or both', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const ids: number[] = [];
    for (let times = 0; times < 3; times++) {
      ids.push(await toTopic(push, topic));
      const [message] = await look(device, 1);
      await acknowledge(device, message!.cursor);
    }
    const client = await connect(push, device);
    ids.push(await toTopic(push, topic));
    const [message] = await client.received(1);
    await client.close();
    await acknowledge(device, message!.cursor);
    await look(device, 0);
    for (const id of ids) {
      expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
    }
  });

  it('is counted as delivered when it was acknowledged and the device asks for it again', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const ids = [await toTopic(push, topic), await toTopic(push, topic)];
    const received = await look(device, 2);
    await acknowledge(device, received[1]!.cursor);
    const client = await connect(push, device, { since: received[0]!.cursor });
    ids.push(await toTopic(push, topic));
    await client.received(2);
    await client.close();
    await look(device, 0);
    for (const id of ids) {
      expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
    }
  });

  it('is counted as delivered though it would not be sent again', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const client = await connect(push, device, { acknowledges: false });
    const ids: number[] = [];
    for (let times = 1; times <= 2; times++) {
      ids.push(await toTopic(push, topic, { collapse_key: 'score' }));
      await client.received(times);
    }
    await client.close();
    const [newest] = await look(device, 1);
    await look(device, 0, newest!.cursor);
    for (const id of ids) {
      expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
    }
  });

  it('is sent once when a device acknowledges while it connects', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const id = await toTopic(push, topic);
    const first = await connect(push, device);
    const [message] = await first.received(1);
    await first.close();
    for (let times = 0; times < 20; times++) {
      const [client] = await Promise.all([
        connect(push, device),
        acknowledge(device, message!.cursor),
      ]);
      expect(client.messages).toEqual([]);
      await client.close();
    }
    expect(await counts(push, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
  });

  it('of somebody else is not opened by guessing', async () => {
    const topic = newTopic();
    const [device, stranger] = [await push.device({ topics: [topic] }), await push.device()];
    const response = await push.fcm({ condition: `'${topic}' in topics` });
    const id = response.json<{ message_id: number }>().message_id;
    await acknowledge(stranger, 0, [String(id)]);
    expect(await counts(push, id)).toEqual(NOTHING);
    await acknowledge(device, 0, [String(id)]);
    expect(await counts(push, id)).toEqual({ ...NOTHING, opened: 1 });
  });

  it('is not opened where it was not sent: before a device subscribed, or to another app', async () => {
    const topic = newTopic();
    const [device, late] = [await push.device({ topics: [topic] }), await push.device()];
    const foreign = await push.device({ topics: [topic], app: 'com.other' });
    const response = await push.fcm({ condition: `'${topic}' in topics` });
    const conditional = response.json<{ message_id: number }>().message_id;
    const plain = await toTopic(push, topic);
    const restricted = await toTopic(push, topic, { restricted_package_name: 'com.acme.host' });
    const scheduled = await toTopic(push, topic, {
      send_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await push.subscribe(late, topic);
    const ids = [conditional, plain, restricted, scheduled];
    const opened = () => Promise.all(ids.map(async (id) => (await counts(push, id)).opened));
    await acknowledge(late, 0, ids.map(String));
    expect(await opened()).toEqual([0, 0, 0, 0]);
    await acknowledge(foreign, 0, ids.map(String));
    expect(await opened()).toEqual([1, 1, 0, 0]);
    await acknowledge(device, 0, [...ids, ...ids].map(String));
    expect(await opened()).toEqual([2, 2, 1, 0]);
  });

  it('is asked for once for all that a connection reports at the same time', async () => {
    const device = await push.device();
    const client = await connect(push, device);
    const { db } = push.server;
    let asked = 0;
    const all = db.all.bind(db);
    const spied = vi.spyOn(db, 'all').mockImplementation((sql, ...parameters) => {
      if (sql.includes('push_openings')) asked++;
      return all(sql, ...parameters);
    });
    for (let id = 1; id <= 500; id++) client.say({ type: 'opened', id: String(id) });
    client.socket.ping();
    await new Promise((resolve) => void client.socket.once('pong', resolve));
    await client.close();
    await expect.poll(() => asked).toBeGreaterThan(0);
    spied.mockRestore();
    expect(asked).toBeLessThan(50);
  });

  it('is counted as opened once on each device', async () => {
    const topic = newTopic();
    const devices = [
      await push.device({ topics: [topic] }),
      await push.device({ topics: [topic] }),
    ];
    const id = await toTopic(push, topic);
    for (const device of [...devices, ...devices]) {
      const client = await connect(push, device);
      client.say({ type: 'opened', id: String(id) });
      await client.close();
      await acknowledge(device, id, [String(id)]);
      await counts(push, id);
    }
    await expect.poll(async () => (await counts(push, id)).opened).toBe(2);
  });

  it('is not collapsed into one for another app', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic], app: 'com.acme.host' });
    const mine = await toTopic(push, topic, { collapse_key: 'score' });
    const foreign = await toTopic(push, topic, {
      collapse_key: 'score',
      restricted_package_name: 'com.other',
    });
    const received = await look(device, 1);
    expect(received.map(({ id }) => Number(id))).toEqual([mine]);
    expect(await counts(push, foreign)).toEqual(NOTHING);
  });
});

describe.each(testEngines())('an acknowledgement of more than was sent ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());
  const acknowledge = async (device: Device, cursor: number) => {
    const answer = await push.server.post('/v1/push/acks', { cursor }, { token: device.key });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ cursor: number }>().cursor;
  };

  it('without a connection loses nothing, and is answered what is kept', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const sent = await toTopic(push, topic);
    const client = await connect(push, device, { acknowledges: false });
    const [first] = await client.received(1);
    await client.close();
    const missed = await toTopic(push, topic);
    const kept = await acknowledge(device, Number.MAX_SAFE_INTEGER);
    expect(kept).toBe(first!.cursor);
    const again = await connect(push, device);
    expect(await again.hello()).toMatchObject({ cursor: kept });
    const received = await again.received(1);
    expect(received.map((message) => Number(message.id))).toEqual([missed]);
    expect(await counts(push, sent)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
  });

  it('on a connection is answered what was sent, and never goes back', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const client = await connect(push, device, { acknowledges: false });
    await toTopic(push, topic);
    await toTopic(push, topic);
    const { cursor } = (await client.received(2))[1]!;
    expect(await acknowledge(device, Number.MAX_SAFE_INTEGER)).toBe(cursor);
    expect(await acknowledge(device, cursor - 1)).toBe(cursor);
  });
});

describe.each(testEngines())('after a restart ($name)', (engine) => {
  it('nothing is counted again', async () => {
    const place = await engine.createPlace();
    const topic = newTopic();
    const before = await startPushServer({ place });
    const device = await before.device({ topics: [topic] });
    const client = await connect(before, device, { acknowledges: false });
    const id = await toTopic(before, topic);
    const [message] = await client.received(1);
    await before.close();
    const after = await startPushServer({ place });
    const again = await connect(after, device, { acknowledges: false });
    await again.received(1);
    await again.close();
    expect(await counts(after, id)).toEqual({ ...NOTHING, sent: 1 });
    await connect(after, device, { since: message!.cursor });
    expect(await counts(after, id)).toEqual({ ...NOTHING, sent: 1, delivered: 1 });
    await after.close();
    await place.remove();
  });
});

describe.runIf(testEngines().length > 1)('with two nodes, a device', () => {
  let place: TestPlace;
  let one: PushServer;
  let other: PushServer;
  beforeAll(async () => {
    place = await testEngines()[1]!.createPlace();
    one = await startPushServer({ place });
    other = await startPushServer({ place });
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await place.remove();
  });

  it('that goes from one to the other is counted as sent once', async () => {
    const topic = newTopic();
    const device = await one.device({ topics: [topic] });
    const ids: number[] = [];
    for (const node of [one, other, one]) {
      ids.push(await toTopic(node, topic));
      const client = await connect(node, device, { acknowledges: false });
      await client.received(ids.length);
      await client.close();
      for (const id of ids) expect(await counts(node, id)).toEqual({ ...NOTHING, sent: 1 });
    }
  });

  it('that acknowledges to the other is counted once, by the one that it is connected to', async () => {
    const topic = newTopic();
    const device = await one.device({ topics: [topic] });
    const client = await connect(one, device, { acknowledges: false });
    const id = await toTopic(one, topic);
    const [message] = await client.received(1);
    const body = { cursor: Number.MAX_SAFE_INTEGER };
    const answer = await other.server.post('/v1/push/acks', body, { token: device.key });
    expect(answer.json()).toEqual({ cursor: message!.cursor });
    const once = { ...NOTHING, sent: 1, delivered: 1 };
    await expect.poll(() => counts(one, id)).toEqual(once);
    await client.close();
    await (await connect(other, device)).close();
    await (await connect(one, device, { since: message!.cursor })).close();
    for (const node of [one, other]) expect(await counts(node, id)).toEqual(once);
  });
});
