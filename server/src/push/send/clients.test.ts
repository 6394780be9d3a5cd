import { connect } from 'node:net';
import { Agent } from 'node:https';

import { deleteApp, initializeApp } from 'firebase-admin-12/app';
import { getMessaging } from 'firebase-admin-12/messaging';
import gcm from 'node-gcm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

let push: PushServer;
beforeAll(async () => void (push = await startPushServer()));
afterAll(() => push.close());

describe('node-gcm', () => {
  const send = (fields: object, recipient: object, { key = SERVER_KEY, retries = 0 } = {}) =>
    new Promise<gcm.GcmResponse>((resolve, reject) => {
      const sender = new gcm.Sender(key, { uri: `${push.url}/fcm/send` });
      sender.send(new gcm.Message(fields), recipient, { retries }, (error, response) =>
        error ? reject(error) : resolve(response),
      );
    });
  const message = {
    collapseKey: 'demo',
    priority: 'high',
    contentAvailable: true,
    timeToLive: 3,
    data: { key1: 'message1' },
    notification: { title: 'Hello, World', icon: 'ic_launcher', body: 'This is a notification' },
  };

  it('sends to tokens, and reads the outcome of each', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    const response = await send(message, { registrationTokens: [device.token, 'unknown'] });
    expect(response).toMatchObject({ success: 1, failure: 1, canonical_ids: 0 });
    expect(response.results).toEqual([
      { message_id: expect.any(String) },
      { error: 'NotRegistered' },
    ]);
    const [received] = await client.received(1);
    expect(received).toMatchObject({
      collapseKey: 'demo',
      priority: 'high',
      notification: message.notification,
      data: message.data,
    });
  });

  it('sends to a topic, a condition and a device group', async () => {
    const device = await push.device({ topics: ['gcm'] });
    const client = await push.connect(device);
    expect(await send(message, { topic: '/topics/gcm' })).toEqual({
      message_id: expect.any(Number),
    });
    const condition = await send(message, { condition: `'gcm' in topics` });
    expect(condition.message_id).toBeGreaterThan(0);
    const group = await push.raw({
      url: '/gcm/notification',
      payload: {
        operation: 'create',
        notification_key_name: 'gcm',
        registration_ids: [device.token, 'gone'],
      },
    });
    const { notification_key: notificationKey } = group.json<{ notification_key: string }>();
    expect(await send(message, { notificationKey })).toEqual({
      success: 1,
      failure: 1,
      failed_registration_ids: ['gone'],
    });
    expect(await client.received(3)).toHaveLength(3);
  });

  it('is told of a wrong key, and does not try again', async () => {
    await expect(send(message, { to: 'x' }, { key: 'wrong', retries: 5 })).rejects.toBe(401);
  });

  it('is told what is wrong with a message', async () => {
    const reserved = await send({ data: { 'google.x': 'y' } }, { to: 'x' }, { retries: 5 });
    expect(reserved.results).toEqual([{ error: 'InvalidDataKey' }]);
    await expect(send({ data: { n: 1 } }, { to: 'x' }, { retries: 5 })).rejects.toBe(400);
  });
});

describe('firebase-admin 12', () => {
  /** The addresses are built into the client: its connections are led here, without TLS. */
  class Detour extends Agent {
    createConnection() {
      const { hostname, port } = new URL(push.url);
      return connect(Number(port), hostname);
    }
  }
  const appOf = (accessToken: string) =>
    initializeApp(
      {
        credential: {
          getAccessToken: async () => ({ access_token: accessToken, expires_in: 3600 }),
        },
        httpAgent: new Detour({ keepAlive: false }),
      },
      `app-${accessToken}`,
    );
  const notification = { title: 'Order 42', body: 'is on its way' };

  it('sends to devices with a Bearer token', async () => {
    const app = appOf(SERVER_KEY);
    const device = await push.device();
    const client = await push.connect(device);
    const response = await getMessaging(app).sendToDevice(
      [device.token, 'unknown'],
      { notification, data: { orderId: '42' } },
      { priority: 'high', timeToLive: 60, collapseKey: 'order', contentAvailable: true },
    );
    expect(response).toMatchObject({ successCount: 1, failureCount: 1 });
    expect(response.results[0]!.messageId).toMatch(/^0:/);
    expect(response.results[1]!.error!.code).toBe('messaging/registration-token-not-registered');
    expect((await client.received(1))[0]).toMatchObject({ notification, data: { orderId: '42' } });
    await deleteApp(app);
  });

  it('subscribes, sends to the topic and a condition, and unsubscribes', async () => {
    const app = appOf(SERVER_KEY);
    const messaging = getMessaging(app);
    const device = await push.device();
    const client = await push.connect(device);
    const subscribed = await messaging.subscribeToTopic([device.token, 'unknown'], 'admin');
    expect(subscribed).toMatchObject({ successCount: 1, failureCount: 1 });
    expect(subscribed.errors[0]!.index).toBe(1);
    const topic = await messaging.sendToTopic('admin', { notification });
    expect(topic.messageId).toBeGreaterThan(0);
    const condition = await messaging.sendToCondition(`'admin' in topics`, { notification });
    expect(condition.messageId).toBeGreaterThan(topic.messageId);
    expect(await client.received(2)).toHaveLength(2);
    const left = await messaging.unsubscribeFromTopic(device.token, '/topics/admin');
    expect(left).toMatchObject({ successCount: 1, failureCount: 0 });
    await deleteApp(app);
  });

  it('is told of a wrong token', async () => {
    const app = appOf('wrong');
    const sending = getMessaging(app).sendToDevice('x', { notification });
    await expect(sending).rejects.toMatchObject({ code: 'messaging/authentication-error' });
    await deleteApp(app);
  });
});
