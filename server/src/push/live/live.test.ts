import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { LIMITS, type LiveMessage } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { nativeSockets } from '../testing/nativeSockets.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { signUp } from '../testing/signUp.ts';

const numbers = (messages: readonly LiveMessage[]) => messages.map(({ data }) => data?.['n']);
const data = (n: number | string) => ({ data: { n: String(n) } });

let topics = 0;
const newTopic = () => `topic-${++topics}`;

// The ways to its socket are tested with an engine each: neither knows of the other.
const native = nativeSockets();
const ways = testEngines().map((engine, index) =>
  index === 0 && native
    ? { name: `${engine.name}, sockets in C`, engine, nativeSockets: native }
    : { name: `${engine.name}, streams`, engine, nativeSockets: undefined },
);

describe.each(ways)('a connected device ($name)', ({ engine, nativeSockets: sockets }) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine, nativeSockets: sockets })));
  afterAll(() => push.close());

  const publish = async (topic: string, from: number, to: number, more: object = {}) => {
    for (let n = from; n <= to; n++) {
      const response = await push.fcm({ to: `/topics/${topic}`, ...data(n), ...more });
      expect(response.statusCode, response.body).toBe(200);
    }
  };

  it('gets what is sent to it, to its topics and to conditions that it meets, in order', async () => {
    const [one, two] = [newTopic(), newTopic()];
    const device = await push.device({ topics: [one, two] });
    const client = await push.connect(device);
    const notification = { title: 'Order 42', body: 'is on its way' };
    await push.fcm({ to: device.token, notification, ...data(1), collapse_key: 'order' });
    await publish(one, 2, 2);
    await push.fcm({ condition: `'${one}' in topics && '${two}' in topics`, ...data(3) });
    await push.fcm({ condition: `!('${one}' in topics)`, ...data('never') });
    await push.fcm({ condition: `'${two}' in topics && !('nobody' in topics)`, ...data(4) });
    await publish(two, 5, 5);
    const received = await client.received(5);
    expect(numbers(received)).toEqual(['1', '2', '3', '4', '5']);
    expect(received[0]).toEqual({
      type: 'message',
      cursor: expect.any(Number),
      id: expect.stringMatching(/^\d+$/),
      sentAt: expect.any(String),
      collapseKey: 'order',
      priority: 'high',
      notification,
      data: { n: '1' },
    });
    expect(received[1]).toMatchObject({ from: `/topics/${one}`, priority: 'normal' });
    const cursors = received.map(({ cursor }) => cursor);
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
  });

  it('in a browser sends its key as a subprotocol', async () => {
    const device = await push.device();
    const client = await push.connect(device, { browser: true });
    expect(client.socket.protocol).toBe('push.v1');
    await push.fcm({ to: device.token, ...data(1) });
    expect(numbers(await client.received(1))).toEqual(['1']);
  });

  it('gets after a break exactly what it missed, from the cursor that it names', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const first = await push.connect(device);
    await publish(topic, 1, 3);
    const cursor = (await first.received(3)).at(-1)!.cursor;
    await first.close();
    await publish(topic, 4, 6);
    await push.fcm({ to: device.token, ...data(7) });
    await push.fcm({ condition: `'${topic}' in topics`, ...data(8) });

    const second = await push.connect(device, { since: cursor });
    await publish(topic, 9, 9);
    expect(numbers(await second.received(6))).toEqual(['4', '5', '6', '7', '8', '9']);
  });

  it('without a cursor goes on from what it acknowledged', async () => {
    const device = await push.device();
    const first = await push.connect(device, { acknowledges: false });
    for (const n of [1, 2, 3]) await push.fcm({ to: device.token, ...data(n) });
    const received = await first.received(3);
    first.say({ type: 'ack', cursor: received[1]!.cursor });
    first.socket.ping();
    await new Promise((resolve) => void first.socket.once('pong', resolve));
    await first.close();
    // Acknowledgements are written down together, a moment later.
    await push.status(received[1]!.id);

    const second = await push.connect(device);
    expect(numbers(await second.received(1))).toEqual(['3']);
  });

  it('does not get again what it acknowledged a moment ago', async () => {
    const device = await push.device();
    const first = await push.connect(device);
    await push.fcm({ to: device.token, ...data(1) });
    const [{ cursor }] = (await first.received(1)) as [LiveMessage];
    first.socket.ping();
    await new Promise((resolve) => void first.socket.once('pong', resolve));
    first.socket.terminate();
    const second = await push.connect(device, { acknowledges: false });
    expect(await second.hello()).toMatchObject({ cursor });
    await push.fcm({ to: device.token, ...data(2) });
    const late = await second.received(1);
    expect(numbers(late)).toEqual(['2']);

    const body = { cursor: late[0]!.cursor };
    const answer = await push.server.post('/v1/push/acks', body, { token: device.key });
    expect(answer.statusCode).toBe(200);
    const row = await push.server.db.get<{ position: number }>(
      'SELECT position FROM devices WHERE id = ?',
      Number(device.deviceId),
    );
    expect(row!.position).toBe(late[0]!.cursor);
  });

  it('goes on from what it acknowledged when its cursor is none that there was', async () => {
    const device = await push.device();
    for (const n of [1, 2]) await push.fcm({ to: device.token, ...data(n) });
    const client = await push.connect(device, { since: 1_000_000_000_000 });
    expect(numbers(await client.received(2))).toEqual(['1', '2']);
  });

  it('gets nothing that waited for who had the device before', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const topic = newTopic();
    const device = await push.device({ session: ada.session, topics: [topic] });
    const sends = Array.from({ length: LIMITS.unacknowledgedMessages + 100 }, (_, n) =>
      push.fcm({ to: `/topics/${topic}`, ...data(n) }),
    );
    await Promise.all(sends);
    const client = await push.connect(device, { acknowledges: false });
    const { cursor } = (await client.received(LIMITS.unacknowledgedMessages)).at(-1)!;
    const body = { token: device.token, platform: 'web', key: device.key };
    const moved = await push.server.post('/devices/register', body, { token: bob.session });
    expect(moved.statusCode, moved.body).toBe(200);
    client.say({ type: 'ack', cursor });
    await push.fcm({ to: device.token, ...data('for bob') });
    const received = await client.received(LIMITS.unacknowledgedMessages + 1);
    expect(numbers(received).at(-1)).toBe('for bob');
    expect(received).toHaveLength(LIMITS.unacknowledgedMessages + 1);
  });

  it('gets nothing that was scheduled for who had the device before', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const device = await push.device({ session: ada.session });
    const send_at = new Date(Date.now() + 1000).toISOString();
    const notification = { title: 'for Ada' };
    const scheduled = await push.fcm({ to: device.token, notification, send_at });
    const id = scheduled.json<{ results: { message_id: string }[] }>().results[0]!.message_id;
    const body = { token: device.token, platform: 'web', key: device.key };
    const moved = await push.server.post('/devices/register', body, { token: bob.session });
    expect(moved.statusCode, moved.body).toBe(200);
    const client = await push.connect(device);
    await push.fcm({ to: device.token, ...data('for bob'), send_at });
    expect(numbers(await client.received(1))).toEqual(['for bob']);
    expect(await push.status(id)).toMatchObject({
      state: 'dropped',
      deliveries: [{ state: 'dropped', reason: 'owner-changed' }],
    });
    for (const { session } of [ada, bob]) {
      const inbox = await push.server.send('GET', '/v1/inbox', { token: session });
      expect(inbox.json()).toMatchObject({ items: [] });
    }
  });

  it('that takes long gets nothing that expired meanwhile, or of a topic that it left', async () => {
    const [topic, left] = [newTopic(), newTopic()];
    const device = await push.device({ topics: [topic, left] });
    const most = LIMITS.unacknowledgedMessages;
    const sends = Array.from({ length: most }, (_, n) =>
      push.fcm({ to: `/topics/${topic}`, ...data(n) }),
    );
    await Promise.all(sends);
    const expiring = await push.fcm({ to: `/topics/${topic}`, ...data('late') });
    await publish(left, 0, 0);
    await publish(topic, most, most);
    const client = await push.connect(device, { acknowledges: false });
    const { cursor } = (await client.received(most)).at(-1)!;
    const { message_id } = expiring.json<{ message_id: number }>();
    await push.server.db.run('UPDATE push_messages SET expires_at = 1 WHERE id = ?', message_id);
    const path = `/v1/push/topics/${encodeURIComponent(left)}`;
    await push.server.send('DELETE', path, { token: device.key });
    client.say({ type: 'ack', cursor });
    const received = await client.received(most + 1);
    expect(numbers(received.slice(most))).toEqual([String(most)]);
    expect((await push.status(message_id)).counts).toMatchObject({ sent: 0, expired: 1 });
  });

  it('that was away for very long gets the newest of each collapse key, and no more keys', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const present = await push.connect(await push.device({ topics: [topic] }));
    const keyed = async (keys: string, round: number) => {
      for (const key of keys) {
        await push.fcm({ to: `/topics/${topic}`, ...data(key + round), collapse_key: key });
      }
    };
    await keyed('abcd', 1);
    // So much that it is read in parts.
    const plain = Array.from({ length: 520 }, () => push.fcm({ to: `/topics/${topic}` }));
    await Promise.all(plain);
    await push.server.db.run(`UPDATE push_clock SET last = last + 50000 WHERE name = 'position'`);
    await keyed('aefg', 2);
    // Only then is all of it known to the node that the other one connects to.
    await present.received(528);
    const client = await push.connect(device);
    const received = await client.received(524);
    expect(numbers(received).filter(Boolean)).toEqual(['a2', 'e2', 'f2', 'g2']);
  });

  it('keeps what waits when something for now or never comes under the same collapse key', async () => {
    const device = await push.device();
    await push.fcm({ to: device.token, ...data('waits'), collapse_key: 'score' });
    const now = { ...data('now'), collapse_key: 'score', time_to_live: 0 };
    await push.fcm({ to: device.token, ...now });
    const client = await push.connect(device);
    expect(numbers(await client.received(1))).toEqual(['waits']);
  });

  it('keeps its connection when somebody asks for the head of its stream', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    const head = await push.server.send('HEAD', '/v1/push/stream', { token: device.key });
    expect(head.statusCode).toBe(404);
    await push.fcm({ to: device.token, ...data(1) });
    expect(numbers(await client.received(1))).toEqual(['1']);
  });

  it('gets nothing of what was sent before it was there or had the topic', async () => {
    const topic = newTopic();
    await publish(topic, 1, 2);
    const device = await push.device();
    const client = await push.connect(device, { since: 0 });
    await push.subscribe(device, topic);
    await publish(topic, 3, 3);
    expect(numbers(await client.received(1))).toEqual(['3']);
  });

  it('that subscribes or unsubscribes while it is connected gets the topic from then on', async () => {
    const topic = newTopic();
    const device = await push.device();
    const client = await push.connect(device);
    await push.subscribe(device, topic);
    await publish(topic, 1, 1);
    await client.received(1);
    await push.server.send('DELETE', `/v1/push/topics/${topic}`, { token: device.key });
    await publish(topic, 2, 2);
    await push.fcm({ to: device.token, ...data(3) });
    expect(numbers(await client.received(2))).toEqual(['1', '3']);
  });

  it('that was away gets the newest of each collapse key, and nothing that expired', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    await publish(topic, 1, 3, { collapse_key: 'score' });
    await push.fcm({ to: device.token, ...data(4), collapse_key: 'mail' });
    await push.fcm({ to: device.token, ...data(5), collapse_key: 'mail' });
    await push.fcm({ to: device.token, ...data(6), time_to_live: 0 });
    await push.fcm({ to: device.token, ...data(7) });
    const client = await push.connect(device);
    expect(numbers(await client.received(3))).toEqual(['3', '5', '7']);
  });

  it('gets what lives for no time at all when it is there', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    await push.fcm({ to: device.token, ...data(1), time_to_live: 0 });
    expect(numbers(await client.received(1))).toEqual(['1']);
  });

  it('that missed 10,000 messages on 5 topics gets them all, in order', async () => {
    const names = Array.from({ length: 5 }, newTopic);
    const device = await push.device({ topics: names });
    const sends = Array.from({ length: 10_000 }, (_, n) => ({
      to: `/topics/${names[n % 5]}`,
      ...data(n),
    }));
    for (let start = 0; start < sends.length; start += 500) {
      await Promise.all(sends.slice(start, start + 500).map((body) => push.fcm(body)));
    }
    const client = await push.connect(device);
    const received = await client.received(10_000);
    expect(new Set(numbers(received)).size).toBe(10_000);
    const cursors = received.map(({ cursor }) => cursor);
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
  });

  it('that connects again replaces its older connection', async () => {
    const device = await push.device();
    const first = await push.connect(device);
    const second = await push.connect(device);
    expect(await first.closed).toMatchObject({ code: 4001 });
    await push.fcm({ to: device.token, ...data(1) });
    expect(numbers(await second.received(1))).toEqual(['1']);
  });

  it('is let go when it is unregistered', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    await push.server.send('DELETE', `/devices/${device.token}`, { token: device.key });
    expect(await client.closed).toMatchObject({ code: 4004 });
    const again =
      new (client.constructor as typeof import('../testing/DeviceClient.ts').DeviceClient)(
        push.url,
        device.key,
      );
    expect((await again.closed).code).toBe(1006);
  });

  it('reads the same as a stream of events, and acknowledges by requests', async () => {
    const device = await push.device();
    await push.fcm({ to: device.token, ...data(1) });
    const stop = new AbortController();
    const response = await fetch(`${push.url}/v1/push/stream`, {
      headers: { authorization: `Bearer ${device.key}` },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader.read()).value ?? '';
    };
    await until('"n":"1"');
    expect(text).toMatch(/^event: hello\ndata: \{"type":"hello","cursor":\d+,"heartbeat":30\}\n\n/);
    await push.fcm({ to: device.token, ...data(2) });
    await until('"n":"2"');
    const [id] = /(?<=id: )\d+(?=\nevent: message\ndata: .*"n":"2")/.exec(text) ?? [];
    const answer = await push.server.post(
      '/v1/push/acks',
      { cursor: Number(id), opened: [id] },
      { token: device.key },
    );
    expect(answer.json()).toEqual({ cursor: Number(id) });
    expect(await push.status(id!)).toMatchObject({ state: 'opened' });
    stop.abort();

    const client = await push.connect(device);
    await push.fcm({ to: device.token, ...data(3) });
    expect(numbers(await client.received(1))).toEqual(['3']);
  });
});

describe('connections', () => {
  let push: PushServer;
  let impatient: PushServer;
  beforeAll(async () => {
    push = await startPushServer({ nativeSockets: native });
    // Hears of silence at once; whoever has to stay connected is on the other one.
    impatient = await startPushServer({ pushTimes: { heartbeatMs: 400 } });
  });
  afterAll(async () => {
    await push.close();
    await impatient.close();
  });

  it('that never acknowledge get no more than the window, are dropped, and resume later', async () => {
    const strict = await startPushServer({
      pushTimes: { acknowledgeMs: 3000 },
      nativeSockets: native,
    });
    const topic = newTopic();
    const device = await strict.device({ topics: [topic] });
    const stubborn = await strict.connect(device, { acknowledges: false });
    const sends = Array.from({ length: 1500 }, (_, n) =>
      strict.fcm({ to: `/topics/${topic}`, ...data(n) }),
    );
    await Promise.all(sends);
    expect(await stubborn.closed).toEqual({ code: 4009, reason: 'nothing was acknowledged' });
    expect(stubborn.messages.length).toBeGreaterThan(0);
    // A run is sent whole, and one commit can hold as many as the window.
    expect(stubborn.messages.length).toBeLessThan(2000);

    const client = await strict.connect(device);
    expect(new Set(numbers(await client.received(1500))).size).toBe(1500);
    await strict.close();
  });

  it('that stop reading are not waited for in memory', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    client.socket.pause();
    const big = { ...data('x'.repeat(4000)) };
    await Promise.all(Array.from({ length: 200 }, () => push.fcm({ to: device.token, ...big })));
    const other = await push.device();
    const lively = await push.connect(other);
    await push.fcm({ to: other.token, ...data(1) });
    expect(numbers(await lively.received(1))).toEqual(['1']);
    client.socket.resume();
    expect(await client.received(200)).toHaveLength(200);
  });

  it('are asked for a sign of life, and told how far they have come', async () => {
    const device = await impatient.device();
    const client = await impatient.connect(device);
    const beat = await client.until((events) => events.find(({ type }) => type === 'heartbeat'));
    expect(beat).toEqual({ type: 'heartbeat', cursor: expect.any(Number) });
  });

  it('that send a byte now and then and nothing whole are dropped', async () => {
    const device = await impatient.device();
    const { hostname, port } = new URL(impatient.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        'GET /v1/push/connect HTTP/1.1',
        'Host: host',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Protocol: push.v1',
        `Authorization: Bearer ${device.key}`,
        '\r\n',
      ].join('\r\n'),
    );
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
    const closed = new Promise((resolve) => void socket.on('close', resolve));
    const bytes = Buffer.from([0x81, 0xfe, 0x10, 0x00, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    for (const byte of bytes) {
      if (socket.destroyed) break;
      socket.write(Buffer.from([byte]), () => undefined);
      await wait(100);
    }
    await closed;
    expect(heard).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(heard).toContain('nothing was heard');
  });

  it.each([
    ['no key', {}, '401'],
    ['a wrong key', { authorization: 'Bearer hgk_short' }, '401'],
    ['the key of nobody', { authorization: `Bearer hgk_${'a'.repeat(43)}` }, '404'],
    ['no subprotocol', { 'sec-websocket-protocol': 'other' }, '400'],
    ['an old version', { 'sec-websocket-version': '8' }, '400'],
  ])('with %s are refused', async (_, headers, status) => {
    const answer = await handshake('/v1/push/connect', headers);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
  });

  it('that are refused are not kept, whatever they do next', async () => {
    const { hostname, port } = new URL(push.url);
    const count = () =>
      new Promise<number>((resolve) => {
        push.server.app.server.getConnections((_, connections) => resolve(connections));
      });
    const before = await count();
    const sockets = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
        socket.on('error', () => undefined);
        socket.write(handshakeText('/v1/push/connect', {}));
        await once(socket, 'data');
        socket.write('x');
        return socket;
      }),
    );
    await expect.poll(count, { timeout: 10_000 }).toBe(before);
    for (const socket of sockets) socket.destroy();
  });

  it('elsewhere, or from a cursor that is none, are refused', async () => {
    expect(await handshake('/elsewhere', {})).toContain('HTTP/1.1 404 ');
    const { key } = await push.device();
    const authorization = `Bearer ${key}`;
    expect(await handshake('/v1/push/connect?since=x', { authorization })).toContain(
      'HTTP/1.1 400 ',
    );
  });

  it('that are offered as anything but a WebSocket are answered as plain requests', async () => {
    const body = '{"to":"/topics/news"}';
    const answer = await exchange(
      [
        'POST /fcm/send HTTP/1.1',
        'Host: host',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        'Authorization: key=server-key-for-tests',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(answer).toMatch(/\{"message_id":\d+\}$/);
    const get = 'GET /health HTTP/1.1\r\nHost: host\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    expect(await exchange(get, (heard) => heard.includes('{"status":"ok"}'))).toContain('200 OK');
  });

  it('that break the rules are told why', async () => {
    const device = await push.device();
    for (const [text, code] of [
      ['not json', 1002],
      ['{"type":"dance"}', 1002],
      [`{"type":"ack","cursor":${'1'.repeat(20_000)}}`, 1009],
    ] as const) {
      const client = await push.connect(device);
      client.socket.send(text);
      expect((await client.closed).code).toBe(code);
    }
    const client = await push.connect(device);
    client.socket.send(Buffer.from('{}'), { binary: true });
    expect((await client.closed).code).toBe(1003);
  });

  it('that acknowledge more than they got lose nothing by it', async () => {
    const device = await push.device();
    const client = await push.connect(device, { acknowledges: false });
    client.say({ type: 'ack', cursor: Number.MAX_SAFE_INTEGER });
    client.socket.ping();
    await new Promise((resolve) => void client.socket.once('pong', resolve));
    await client.close();
    await push.fcm({ to: device.token, ...data(1) });
    const again = await push.connect(device);
    expect(numbers(await again.received(1))).toEqual(['1']);
  });

  function handshake(path: string, headers: Record<string, string>): Promise<string> {
    return exchange(handshakeText(path, headers));
  }

  function handshakeText(path: string, headers: Record<string, string>): string {
    const all = {
      host: 'host',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': 'push.v1',
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return [`GET ${path} HTTP/1.1`, ...lines, '\r\n'].join('\r\n');
  }

  /** Sends bytes; what came back until the connection was closed, or until it is enough. */
  function exchange(text: string, isEnough: (heard: string) => boolean = () => false) {
    const { hostname, port } = new URL(push.url);
    return new Promise<string>((resolve, reject) => {
      let heard = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('error', reject);
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
        if (isEnough(heard)) socket.destroy();
      });
      socket.on('close', () => resolve(heard));
    });
  }
});

describe.runIf(testEngines().length > 1)('two nodes on one database', () => {
  it('deliver what the other one took, and hear of its subscriptions', async () => {
    const place = await testEngines()[1]!.createPlace();
    const [one, other] = [await startPushServer({ place }), await startPushServer({ place })];
    const device = await one.device();
    const client = await one.connect(device);
    await other.subscribe(device, 'shared');
    await other.fcm({ to: '/topics/shared', ...data(1) });
    await one.fcm({ to: '/topics/shared', ...data(2) });
    await other.fcm({ to: device.token, ...data(3) });
    const received = await client.received(3);
    expect(new Set(numbers(received))).toEqual(new Set(['1', '2', '3']));
    const cursors = received.map(({ cursor }) => cursor);
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));

    const sends = Array.from({ length: 300 }, (_, n) =>
      (n % 2 ? one : other).fcm({ to: '/topics/shared', ...data(n) }),
    );
    await Promise.all(sends);
    const all = await client.received(303);
    expect(new Set(all.map(({ id }) => id)).size).toBe(303);
    await one.close();
    await other.close();
    await place.remove();
  });
});
