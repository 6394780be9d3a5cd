import type { InboxPage, IssuedServerKey } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { signUp } from '../testing/signUp.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { FcmAddress } from '../transports/Transport.types.ts';

describe.each(testEngines())('a key that sends for a mini-app ($name)', (engine) => {
  const [orders, chat] = [newAppId(), newAppId()];
  const icon = 'https://cdn.example/icons/orders.png';
  const app = { id: orders, name: 'Orders', icon };
  const topic = `miniapp_${orders}_updates`;
  const fcm = new MemoryTransport<FcmAddress>('fcm');
  let push: PushServer;
  let key: string;
  beforeAll(async () => {
    push = await startPushServer({ engine, pushTransports: [fcm] as never });
    const registration = { name: 'Orders', icon };
    await vouchFor(push.server, orders, '1.0.0', {
      ...registration,
      permissions: ['push'],
      release: {},
    });
    await vouchFor(push.server, chat, '1.0.0', {
      name: 'Chat',
      permissions: ['push'],
      release: {},
    });
    key = await issue({ miniApps: [orders] });
  });
  afterAll(() => push.close());

  const issue = async (bound: object) => {
    const body = { name: 'Back end', scopes: ['send', 'topics', 'read'], ...bound };
    const response = await push.server.post('/v1/admin/server-keys', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json<IssuedServerKey>().key;
  };
  const send = (payload: object, by = key) =>
    push.raw({ payload, headers: { authorization: `key=${by}` } });
  const notification = { title: 'Bank', body: 'Your account is locked' };

  it('is for host apps or for mini-apps, and says for which', async () => {
    const body = { name: 'x', scopes: ['send'], miniApps: [orders] };
    const issued = await push.server.post('/v1/admin/server-keys', body);
    expect(issued.json()).toMatchObject({ miniApps: [orders] });
    const both = { ...body, apps: ['com.acme.host'] };
    expect((await push.server.post('/v1/admin/server-keys', both)).statusCode).toBe(422);
  });

  it('says on every way to a device which mini-app it is from, as it is registered', async () => {
    const { session } = await signUp(push);
    const device = await push.device({ session, topics: [topic] });
    await push.phone({ topics: [topic] });
    const client = await push.connect(device);
    expect((await send({ to: `/topics/${topic}`, notification })).json()).toHaveProperty(
      'message_id',
    );
    const [message] = await client.received(1);
    const data = { appId: orders, deepLink: `miniapp/${orders}` };
    expect(message).toMatchObject({ app, data, notification });
    const inbox = await push.server.send('GET', '/v1/inbox', { token: session });
    expect(inbox.json<InboxPage>().items).toMatchObject([{ app, appId: orders, title: 'Bank' }]);
    while (fcm.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(fcm.sent[0]!.message).toMatchObject({ app, data });
  });

  it('cannot say that it is another', async () => {
    for (const appId of [chat, 'com.bank', '']) {
      const answer = await send({ to: `/topics/${topic}`, notification, data: { appId } });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toMatch(/^InvalidParameters: .*data\.appId/);
    }
    const own = await send({ to: `/topics/${topic}`, notification, data: { appId: orders } });
    expect(own.statusCode).toBe(200);
    for (const name of ['host.app', 'host.scheduled', 'host.proof', 'host_message_id']) {
      const answer = await send({ to: `/topics/${topic}`, data: { [name]: '{}' } });
      expect(answer.body).toBe('{"error":"InvalidDataKey"}');
    }
  });

  it('has neither the buttons, the links, the texts nor the places of the host or of others', async () => {
    const device = await push.device({ topics: [topic] });
    const client = await push.connect(device);
    const more = {
      click_action: 'offer',
      tag: 'host-notice',
      badge: '99',
      icon: 'ic_host',
      android_channel_id: 'security',
    };
    const data = { deepLink: 'host://settings', orderId: '42' };
    await send({
      to: `/topics/${topic}`,
      notification: { ...notification, ...more },
      data,
      collapse_key: 'score',
    });
    const [message] = await client.received(1);
    expect(message).toMatchObject({
      collapseKey: `miniapp_${orders}_score`,
      data: { orderId: '42', appId: orders, deepLink: `miniapp/${orders}?orderId=42` },
    });
    expect(message!.notification).toEqual({
      ...notification,
      click_action: `miniapp_${orders}_offer`,
      tag: `miniapp_${orders}_host-notice`,
    });
    for (const name of ['title_loc_key', 'body_loc_key']) {
      const answer = await send({ to: `/topics/${topic}`, notification: { [name]: 'locked' } });
      expect(answer.body).toMatch(/^InvalidParameters/);
    }
  });

  it('does not have devices fetch a picture, which would tell whom it reached', async () => {
    const device = await push.device({ topics: [topic] });
    const client = await push.connect(device);
    const image = 'https://orders.example/seen.png?who=42';
    await send({ to: `/topics/${topic}`, notification: { ...notification, image } });
    const [message] = await client.received(1);
    expect(message!.notification).toEqual(notification);
    expect(JSON.stringify(message)).not.toContain(image);
  });

  it('collapses nothing of others', async () => {
    const device = await push.device({ topics: [topic, 'news'] });
    await push.fcm({ to: '/topics/news', data: { n: 'host' }, collapse_key: 'score' });
    await send({ to: `/topics/${topic}`, data: { n: 'mini-app' }, collapse_key: 'score' });
    const client = await push.connect(device);
    expect((await client.received(2)).map((each) => each.data!['n'])).toEqual(['host', 'mini-app']);
  });

  it('reaches its own topics alone, and no devices, whether there are any or not', async () => {
    const mismatch = '{"error":"MismatchSenderId"}';
    const others = ['news', `miniapp_${chat}_updates`, `miniapp_${orders}`, `user_1`];
    for (const other of others) {
      expect((await send({ to: `/topics/${other}`, notification })).body).toBe(mismatch);
    }
    const condition = `'${topic}' in topics && 'news' in topics`;
    expect((await send({ condition, notification })).body).toBe(mismatch);
    const { token } = await push.device({ app: orders });
    const results = await send({ registration_ids: [token, 'unknown'], notification });
    expect(results.json().results).toEqual([
      { error: 'MismatchSenderId' },
      { error: 'MismatchSenderId' },
    ]);
  });

  it('for several says in data.appId, or by the topic, for which', async () => {
    const both = await issue({ miniApps: [orders, chat] });
    const device = await push.device({ topics: [topic, `miniapp_${chat}_x`] });
    const client = await push.connect(device);
    await send({ to: `/topics/miniapp_${chat}_x`, notification }, both);
    await send({ to: `/topics/${topic}`, notification, data: { appId: orders } }, both);
    const names = (await client.received(2)).map((each) => (each as { app?: object }).app);
    expect(names).toMatchObject([{ name: 'Chat' }, { name: 'Orders' }]);
    const wrong = { to: `/topics/${topic}`, notification, data: { appId: chat } };
    expect((await send(wrong, both)).statusCode).toBe(400);
  });

  it('is held to the same when it is a publisher’s token', async () => {
    const { token } = await push.server.issue({ scopes: ['push'], apps: [orders] });
    const device = await push.device({ topics: [topic] });
    const client = await push.connect(device);
    const headers = { authorization: `Bearer ${token}` };
    await push.raw({ payload: { to: `/topics/${topic}`, notification }, headers });
    expect(await client.received(1)).toMatchObject([{ app }]);
  });

  it('sends nothing while its mini-app is suspended', async () => {
    const appId = newAppId();
    await vouchFor(push.server, appId, '1.0.0', { release: {} });
    const own = await issue({ miniApps: [appId] });
    const to = `/topics/miniapp_${appId}_x`;
    expect((await send({ to, notification }, own)).json()).toHaveProperty('message_id');
    await push.server.post(`/v1/admin/mini-programs/${appId}/suspend`, { reason: 'Review' });
    expect((await send({ to, notification }, own)).body).toBe('{"error":"MismatchSenderId"}');
  });

  it('is issued for host apps only where these are no mini-apps, and stays what it was issued as', async () => {
    const host = newAppId();
    const own = await issue({ apps: [host] });
    const device = await push.device({ app: host });
    const receiver = await push.connect(device);
    const fromHost = { to: device.token, notification, data: { deepLink: 'host://payments/1' } };
    // An operator may; to the key it makes no difference.
    await vouchFor(push.server, host, '1.0.0', {
      name: 'Prize',
      permissions: ['push'],
      release: {},
    });
    expect((await send(fromHost, own)).json()).toMatchObject({ success: 1 });
    await push.server.post(`/v1/admin/mini-programs/${host}/suspend`, { reason: 'Review' });
    expect((await send(fromHost, own)).json()).toMatchObject({ success: 1 });
    for (const message of await receiver.received(2)) {
      expect(message).not.toHaveProperty('app');
      expect(message).toMatchObject({ data: fromHost.data });
    }
    const body = { name: 'x', scopes: ['send'], apps: ['com.acme.host', orders] };
    const refused = await push.server.post('/v1/admin/server-keys', body);
    expectProblem(refused, 'invalid-body');
    expect(refused.body).toContain(orders);
    // Unless an operator stopped the mini-app that has the id of the host.
    await issue({ apps: [host] });
  });
});
