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
  it('is admitted at a rate: the others are told to come later', async () => {
    const push = await startPushServer({
      engine: postgres(postgresUrl),
      config: { connectsPerSecond: 2 },
    });
    const device = await push.device();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const address = `${push.url.replace('http', 'ws')}/v1/push/connect`;
        const headers = { authorization: `Bearer ${device.key}` };
        const socket = new WebSocket(address, ['push.v1'], { headers });
        socket.on('error', () => undefined);
        return new Promise<number>((resolve) => {
          socket.once('open', () => resolve(101));
          socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode!));
        });
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([101, 503]));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(5);
    await push.close();
  });
});
