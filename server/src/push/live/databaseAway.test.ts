import type { IncomingMessage } from 'node:http';

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';

import type { Database } from '../../storage/database/Database.types.ts';
import { openDatabase } from '../../storage/database/openDatabase.ts';
import { type Proxy, openProxy } from '../../storage/database/testing/openProxy.ts';
import { type TestPlaceOnNetwork, postgres } from '../../testing/testDatabase.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const DEVICES = 20;
const url = inject('postgresUrl');

describe.each(url === undefined ? [] : [url])('while the database is away', (postgresUrl) => {
  let place: TestPlaceOnNetwork;
  let proxy: Proxy;
  let db: Database;
  let push: PushServer;
  beforeEach(async () => {
    place = await postgres(postgresUrl).createPlace();
    proxy = await openProxy(place.url);
    db = await openDatabase({ url: proxy.url });
    push = await startPushServer({ db });
  });
  afterEach(async () => {
    await push.close();
    await db.close();
    await proxy.close();
    await place.remove();
  });

  const handshakeOf = async (key: string) => {
    const socket = new WebSocket(`${push.url.replace('http', 'ws')}/v1/push/connect`, ['push.v1'], {
      headers: { authorization: `Bearer ${key}` },
    });
    socket.on('error', () => undefined);
    const { statusCode, headers } = await new Promise<IncomingMessage>((resolve) => {
      socket.once('unexpected-response', (_, answer) => resolve(answer));
    });
    socket.terminate();
    return { statusCode, retryAfter: Number(headers['retry-after']) };
  };

  it('devices stay connected, sends are refused for now, and then all goes on', async () => {
    const devices = await Promise.all(
      Array.from({ length: DEVICES }, () => push.device({ topics: ['all'] })),
    );
    const clients = await Promise.all(devices.map((device) => push.connect(device)));
    const send = (n: string) => push.fcm({ to: '/topics/all', data: { n } });
    await send('before');
    await Promise.all(clients.map((client) => client.received(1)));

    await proxy.goAway();
    const refused = await send('meanwhile');
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const read = await push.server.send('GET', '/v1/push/messages/1', {
      token: 'server-key-for-tests',
    });
    expect(read.statusCode).toBe(503);
    expect(Number(read.headers['retry-after'])).toBeGreaterThan(0);
    const handshake = await handshakeOf(devices[0]!.key);
    expect(handshake.statusCode).toBe(503);
    expect(handshake.retryAfter).toBeGreaterThan(0);

    await proxy.comeBack();
    await expect.poll(async () => (await send('after')).statusCode).toBe(200);
    await Promise.all(clients.map((client) => client.received(2)));
    for (const { socket, messages } of clients) {
      expect(socket.readyState).toBe(WebSocket.OPEN);
      expect(messages.map(({ data }) => data!['n'])).toEqual(['before', 'after']);
    }
  });

  it('what changes about a connected device is seen when it is back', async () => {
    const device = await push.device({ topics: ['old'] });
    const client = await push.connect(device);
    await proxy.goAway();
    // Another node, which still has the database.
    const other = await startPushServer({ place });
    await other.subscribe(device, 'new');
    await other.fcm({ to: '/topics/new', data: { n: '1' } });
    await proxy.comeBack();
    expect((await client.received(1))[0]).toMatchObject({ data: { n: '1' } });
    await other.close();
  });
});

describe.each(url === undefined ? [] : [url])('a storm of devices', (postgresUrl) => {
  let push: PushServer;
  const start = async (connectsPerSecond: number) => {
    const engine = postgres(postgresUrl);
    push = await startPushServer({ engine, config: { connectsPerSecond } });
  };
  afterEach(() => push.close());

  /** Connects with some headers. Returns the status of the answer. */
  const knock = (headers: Record<string, string>) => {
    const address = `${push.url.replace('http', 'ws')}/v1/push/connect`;
    const socket = new WebSocket(address, ['push.v1'], { headers });
    socket.on('error', () => undefined);
    return new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101));
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode!));
    });
  };
  const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

  it('is admitted at a rate: the others are told to come later', async () => {
    await start(2);
    const { key } = await push.device();
    const statuses = await Promise.all(Array.from({ length: 12 }, () => knock(withKey(key))));
    expect(new Set(statuses)).toEqual(new Set([101, 503]));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(5);
  });

  it('is admitted at the same rate by streams', async () => {
    await start(2);
    const { key } = await push.device();
    const ask = async () => {
      const leaving = new AbortController();
      const { status, headers } = await fetch(`${push.url}/v1/push/stream`, {
        headers: withKey(key),
        signal: leaving.signal,
      });
      leaving.abort();
      return { status, retryAfter: Number(headers.get('retry-after')) };
    };
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeLessThan(12);
    expect(refused[0]!.retryAfter).toBeGreaterThan(0);
  });

  it('has the whole rate for itself: strangers without a key of a device take nothing of it', async () => {
    await start(1);
    const { key } = await push.device();
    const statuses: number[] = [];
    const nearly = withKey(key.replace(/.{8}$/, 'AAAAAAAA'));
    const strangers: Record<string, string>[] = [{}, {}, nearly, withKey('wrong')];
    for (const stranger of strangers) {
      statuses.push(await knock(stranger));
    }
    statuses.push(await knock(withKey(key)));
    expect(statuses).toEqual([401, 401, 404, 401, 101]);
  });
});
