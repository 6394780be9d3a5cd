import { type IssuedServerKey, LIMITS, type PushMessageRecord } from '@host/contracts';
import {
  type PushGateway,
  createDeepLinkRouter,
  createGatewayClient,
  createPush,
} from '@host/push/core';
import { createMemoryPlatform } from '@host/push/memory';
import { newAppId } from '@host/server/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';

import { type ListeningServer, startServer } from './api-client/startServer.ts';

const endings: (() => void | Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

interface Gateway extends ListeningServer {
  send(to: string, more?: object): Promise<string>;
  stateOf(id: string): Promise<PushMessageRecord>;
}

/** A real server, and somebody who sends. */
async function startGateway(): Promise<Gateway> {
  const listening = await startServer();
  endings.push(() => listening.server.close());
  const body = { name: 'shop', scopes: ['send', 'read'] };
  const issued = await listening.server.post('/v1/admin/server-keys', body);
  const { key } = issued.json<IssuedServerKey>();
  const { app } = listening.server;
  return {
    ...listening,
    async send(to, more = { notification: { title: 'Order', body: 'On its way' } }) {
      const headers = { authorization: `key=${key}` };
      const payload = { to, ...more };
      const response = await app.inject({ method: 'POST', url: '/fcm/send', headers, payload });
      const answer = response.json<{ message_id?: number; results?: { message_id: string }[] }>();
      return String(answer.message_id ?? answer.results?.[0]?.message_id);
    },
    async stateOf(id) {
      const url = `/v1/push/messages/${encodeURIComponent(id)}`;
      const headers = { authorization: `key=${key}` };
      return (await app.inject({ url, headers })).json<PushMessageRecord>();
    },
  };
}

/** An app on a device, over a network that can be cut. */
function startDevice(
  origin: string,
  texts = new Map<string, string>(),
  accessToken?: () => string,
) {
  const sockets = new Set<WebSocket>();
  let isOnline = true;
  const platform = createMemoryPlatform({ name: 'web', permission: 'granted', texts });
  const gateway: PushGateway = createGatewayClient({
    url: origin,
    storage: platform.storage,
    accessToken,
    random: () => 0,
    fetch: (url, init) => (isOnline ? fetch(url, init) : Promise.reject(new Error('offline'))),
    openSocket: (url, protocols) => {
      if (!isOnline) throw new Error('offline');
      const socket = new WebSocket(url, protocols);
      sockets.add(socket);
      return socket;
    },
  });
  const push = createPush({ platform, gateway, router: createDeepLinkRouter() });
  const received: string[] = [];
  push.on('received', ({ body }) => void received.push(body ?? ''));
  endings.push(() => push.stop());
  return {
    push,
    gateway,
    platform,
    received,
    titles: () => push.center.get().notifications.map(({ title }) => title),
    async start() {
      await push.start();
      await vi.waitFor(() => expect(push.device.get().token).toMatch(/^hgt_/), PATIENT);
      return push.device.get().token!;
    },
    cut() {
      isOnline = false;
      for (const socket of sockets) socket.terminate();
    },
    mend() {
      isOnline = true;
      platform.comeBack();
    },
  };
}

async function signUp({ client, personClient }: Gateway, name: string) {
  const account = { email: `${newAppId()}@example.com`, password: 'correct horse battery' };
  await client.createAccount({ ...account, name });
  const { accessToken } = await client.signIn({ ...account, transport: 'body' });
  const { id } = await personClient(() => accessToken).readMe();
  return { id, accessToken };
}

const PATIENT = { timeout: 30_000, interval: 20 };
const note = (body: string) => ({ notification: { title: 'Order', body } });

describe('a device and the real gateway', () => {
  it('once the permission is there it registers, and a push arrives, is kept and reported as delivered and opened', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    const token = await device.start();
    const id = await gateway.send(token, {
      notification: { title: 'Order', body: 'On its way', tag: 'order', click_action: 'order' },
      data: { orderId: '42' },
    });
    await vi.waitFor(() => expect(device.received).toEqual(['On its way']), PATIENT);
    const [kept] = device.push.center.get().notifications;
    expect(kept).toMatchObject({ title: 'Order', data: { orderId: '42' } });
    const shown = { id: kept!.id, title: 'Order', body: '', data: {} };
    device.platform.emit({ type: 'press', press: { notification: shown } });
    await vi.waitFor(async () => {
      expect(await gateway.stateOf(id)).toMatchObject({ counts: { delivered: 1, opened: 1 } });
    }, PATIENT);
  });

  it('topics that were wanted without a network are subscribed once there is one', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    device.cut();
    await device.push.start();
    await device.push.subscribeToTopic('news');
    device.mend();
    await vi.waitFor(() => expect(device.push.device.get().token).toBeDefined(), PATIENT);
    await vi.waitFor(async () => {
      await gateway.send('/topics/news', note('news'));
      expect(device.received).toContain('news');
    }, PATIENT);
    await device.push.unsubscribeFromTopic('news');
  });

  it('A reconnect with the last seen id gives no gap and no duplicate.', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    const token = await device.start();
    const sent: string[] = [];
    const send = async (body: string) => {
      await gateway.send(token, note(body));
      sent.push(body);
    };
    await send('0');
    await vi.waitFor(() => expect(device.received).toEqual(['0']), PATIENT);
    for (let round = 1; round <= 5; round++) {
      await send(`${round} before`);
      device.cut();
      await send(`${round} meanwhile`);
      device.mend();
      await send(`${round} after`);
    }
    await vi.waitFor(() => expect(device.received).toHaveLength(sent.length), PATIENT);
    expect(device.received).toEqual(sent);
    expect(device.push.center.get().unreadCount).toBe(sent.length);
  });

  it('an app that was not running gets what was sent meanwhile, as the same device', async () => {
    const gateway = await startGateway();
    const first = startDevice(gateway.origin);
    const token = await first.start();
    await gateway.send(token, note('a'));
    await vi.waitFor(() => expect(first.received).toEqual(['a']), PATIENT);
    first.push.stop();
    await gateway.send(token, note('b'));
    const second = startDevice(gateway.origin, first.platform.texts);
    expect(await second.start()).toBe(token);
    await vi.waitFor(() => expect(second.received).toEqual(['b']), PATIENT);
  });

  it('a device that the gateway forgot registers again and keeps its topics', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    const token = await device.start();
    await device.push.subscribeToTopic('news');
    await vi.waitFor(async () => {
      await gateway.send('/topics/news', note('first'));
      expect(device.received).toContain('first');
    }, PATIENT);
    const kept = device.platform.texts.get('gateway/credentials')!;
    const { key } = JSON.parse(kept) as { key: string };
    const gone = await gateway.server.send('DELETE', `/devices/${token}`, { token: key });
    expect(gone.statusCode).toBe(204);
    await vi.waitFor(async () => {
      await gateway.send('/topics/news', note('second'));
      expect(device.received).toContain('second');
    }, PATIENT);
    expect(device.push.device.get().token).toBe(token);
  });

  it('a phone with a token of FCM or Apple keeps its topics by its key, through every new token', async () => {
    const { origin, server } = await startGateway();
    const { gateway } = startDevice(origin);
    const topicsOf = async (token: string) =>
      (await gateway.register({ token, platform: 'android' })).topics;
    expect(await topicsOf('fcm:first')).toEqual([]);
    await gateway.subscribe('fcm:first', 'news');
    await gateway.subscribe('fcm:first', 'offers');
    expect(await topicsOf('fcm:second')).toEqual(['news', 'offers']);
    await gateway.unsubscribe('fcm:second', 'offers');
    expect(await topicsOf('fcm:second')).toEqual(['news']);
    await gateway.unregister('fcm:second');
    expect(await server.db.all('SELECT token FROM devices')).toEqual([]);
    // As when the service said that the token is dead, and gave another.
    expect(await topicsOf('fcm:third')).toEqual([]);
    await gateway.subscribe('fcm:third', 'news');
    expect(await topicsOf('fcm:third')).toEqual(['news']);
  });

  it('a phone whose token changed before somebody else signed in is theirs', async () => {
    const gateway = await startGateway();
    const people = [await signUp(gateway, 'Ann'), await signUp(gateway, 'Ben')];
    let who = people[0]!;
    const device = startDevice(gateway.origin, new Map(), () => who.accessToken);
    await device.gateway.register({ token: 'fcm:first', platform: 'android' });
    await device.gateway.subscribe('fcm:first', 'news');
    who = people[1]!;
    const { topics } = await device.gateway.register({ token: 'fcm:second', platform: 'android' });
    expect(topics).toEqual(['news']);
    const devices = await gateway.server.db.all('SELECT token, person_id FROM devices');
    expect(devices).toEqual([{ token: 'fcm:second', person_id: who.id }]);
  });

  it('more than the gateway sends without an acknowledgement arrive in their order', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    await device.start();
    await device.push.subscribeToTopic('flood');
    await vi.waitFor(async () => {
      await gateway.send('/topics/flood', note('warm'));
      expect(device.received).toContain('warm');
    }, PATIENT);
    const before = device.received.length;
    const bodies = Array.from({ length: LIMITS.unacknowledgedMessages + 50 }, (_, index) =>
      String(index),
    );
    for (const body of bodies) await gateway.send('/topics/flood', note(body));
    await vi.waitFor(() => expect(device.received.at(-1)).toBe(bodies.at(-1)), PATIENT);
    expect(device.received.filter((body) => body !== 'warm')).toEqual(bodies);
    expect(before).toBeGreaterThan(0);
  }, 120_000);
});

describe('the inbox of a person', () => {
  it('is the same on all their devices: read and deleted on one is read and deleted on the other', async () => {
    const gateway = await startGateway();
    const { accessToken } = await signUp(gateway, 'Ann');
    const phone = startDevice(gateway.origin, new Map(), () => accessToken);
    const tablet = startDevice(gateway.origin, new Map(), () => accessToken);
    const token = await phone.start();
    await tablet.start();
    await gateway.send(token, note('a'));
    await gateway.send(token, note('b'));
    await vi.waitFor(() => expect(phone.titles()).toHaveLength(2), PATIENT);
    await vi.waitFor(async () => {
      await tablet.push.resume();
      expect(tablet.titles()).toHaveLength(2);
    }, PATIENT);
    const [newest, oldest] = phone.push.center.get().notifications;
    await phone.push.center.markAsRead(newest!.id);
    await vi.waitFor(() => expect(tablet.push.center.get().unreadCount).toBe(1), PATIENT);
    await phone.push.center.deleteNotification(oldest!.id);
    await vi.waitFor(() => expect(tablet.titles()).toHaveLength(1), PATIENT);
  });

  it('is nobody’s without a session, and nothing fails for it', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    const token = await device.start();
    await gateway.send(token, note('a'));
    await vi.waitFor(() => expect(device.received).toEqual(['a']), PATIENT);
    await device.push.center.markAllAsRead();
    await device.push.resume();
    expect(device.push.center.get().unreadCount).toBe(0);
  });
});

describe('Web Push', () => {
  const subscription = {
    endpoint: 'https://push.example/send/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  };

  it('a gateway that sends by none is asked, and nobody is subscribed', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    expect(await device.gateway.webPushKey!()).toBeUndefined();
  });

  it('a subscription of a browser is kept for the device', async () => {
    const gateway = await startGateway();
    const device = startDevice(gateway.origin);
    await device.start();
    await device.gateway.attachWebPush!(subscription);
    const row = await gateway.server.db.get<{ upstream: string | null }>(
      'SELECT upstream FROM devices',
    );
    expect(row?.upstream).toContain(subscription.endpoint);
  });
});
