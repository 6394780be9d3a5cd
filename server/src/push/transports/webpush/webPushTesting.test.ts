import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';

import type { WebPushSubscription } from '@host/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../../../../../scripts/build/freePort.mjs';
import { startPushServer } from '../../testing/pushServer.ts';
import type { OutgoingMessage } from '../Transport.types.ts';
import { type VapidKeys, vapidKeysFrom } from './vapidKeys.ts';
import { WebPushTransport } from './WebPushTransport.ts';

const require = createRequire(import.meta.url);
const PROGRAM = require.resolve('web-push-testing/src/bin/server.js');
const MESSAGE: OutgoingMessage = {
  id: 'message-1',
  notification: { title: 'Shipped', body: 'Grüße 📦' },
  data: { orderId: '1' },
  priority: 'high',
  remainingSeconds: 600,
};
const newKeys = () => vapidKeysFrom(randomBytes(32).toString('base64url'))!;

/** The npm package web-push-testing: a push service that checks signatures and decrypts like a browser. */
describe('the push service web-push-testing', () => {
  let service: ChildProcess;
  let origin: string;
  const transports: WebPushTransport[] = [];
  beforeAll(async () => {
    const port = String(await freePort());
    origin = `http://localhost:${port}`;
    service = spawn(process.execPath, [PROGRAM, port], { stdio: 'ignore' });
    const isUp = () =>
      post('/status', {}).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isUp())) await wait(20);
  });
  afterAll(() => void service.kill());
  afterEach(async () => {
    for (const transport of transports.splice(0)) await transport.close();
  });

  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** What a browser does. */
  const subscribe = async ({ publicKey }: VapidKeys) => {
    const options = { userVisibleOnly: 'true', applicationServerKey: publicKey };
    const { data } = (await (await post('/subscribe', options)).json()) as {
      data: WebPushSubscription & { clientHash: string };
    };
    const { clientHash, ...subscription } = data;
    return { clientHash, subscription };
  };
  const decrypted = async (clientHash: string) => {
    const answer = await post('/get-notifications', { clientHash });
    const { data } = (await answer.json()) as { data: { messages: string[] } };
    return data.messages.map((text) => JSON.parse(text) as unknown);
  };
  const transportOf = (keys: VapidKeys) => {
    const subject = 'mailto:push@example.com';
    const transport = new WebPushTransport({ keys, subject, listedOrigins: [origin] });
    transports.push(transport);
    return transport;
  };

  it('verifies and decrypts what we send', async () => {
    const keys = newKeys();
    const { clientHash, subscription } = await subscribe(keys);
    const address = { transport: 'webpush', ...subscription } as const;
    const transport = transportOf(keys);
    for (const id of ['1', '2']) {
      expect(await transport.send({ ...MESSAGE, id }, address)).toEqual({
        kind: 'accepted',
        status: 201,
      });
    }
    const { notification, data } = MESSAGE;
    expect(await decrypted(clientHash)).toEqual([
      { id: '1', notification, data },
      { id: '2', notification, data },
    ]);
  });

  it('refuses what other keys signed', async () => {
    const { clientHash, subscription } = await subscribe(newKeys());
    const address = { transport: 'webpush', ...subscription } as const;
    const outcome = await transportOf(newKeys()).send(MESSAGE, address);
    expect(outcome).toEqual({ kind: 'rejected', status: 400, code: '400' });
    expect(await decrypted(clientHash)).toEqual([]);
  });

  it('says that a subscription is gone, and the token is dead', async () => {
    const keys = newKeys();
    const { clientHash, subscription } = await subscribe(keys);
    await post(`/expire-subscription/${clientHash}`, {});
    const address = { transport: 'webpush', ...subscription } as const;
    expect(await transportOf(keys).send(MESSAGE, address)).toEqual({
      kind: 'dead-token',
      status: 410,
      code: '410',
    });
  });

  it('gets what is sent to a device of ours while it is not connected', async () => {
    const keys = newKeys();
    const { clientHash, subscription } = await subscribe(keys);
    const push = await startPushServer({ pushTransports: [transportOf(keys)] as never });
    const device = await push.device();
    const attached = await push.server.post('/v1/push/web-push', subscription, {
      token: device.key,
    });
    expect(attached.statusCode, attached.body).toBe(200);
    const notification = { title: 'Order 42' };
    await push.fcm({ to: device.token, notification, data: { orderId: '42' } });
    await expect.poll(() => decrypted(clientHash), { timeout: 30_000 }).toHaveLength(1);
    expect(await decrypted(clientHash)).toEqual([
      { id: expect.stringMatching(/^\d+$/), notification, data: { orderId: '42' } },
    ]);
    await push.close();
  });
});
