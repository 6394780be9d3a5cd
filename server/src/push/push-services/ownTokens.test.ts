import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { webPushSubscription } from '../../http/docs/examples.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { Outcome, WebPushAddress } from '../transports/Transport.types.ts';

describe.each(testEngines())('a device with a token of ours and Web Push ($name)', (engine) => {
  const webpush = new MemoryTransport<WebPushAddress>('webpush');
  let push: PushServer;
  beforeAll(async () => {
    push = await startPushServer({ engine, pushTransports: [webpush] });
  });
  afterAll(() => push.close());
  // What a test leaves to be sent would be counted by the next one.
  afterEach(() => untilNoJobIsLeft());
  beforeEach(() => {
    webpush.answer = () => ({ kind: 'accepted' });
    webpush.sent.splice(0);
  });

  type Device = Awaited<ReturnType<PushServer['device']>>;
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await wait(10);
  };
  const jobs = () => push.server.db.all<{ due_at: number }>('SELECT * FROM push_jobs');
  const untilNoJobIsLeft = () => until(async () => (await jobs()).length === 0);
  /** Brings forward what is put off. */
  const hurry = () => push.server.db.run('UPDATE push_jobs SET due_at = 0');
  const subscribeAt = async (device: Device, endpoint: string) => {
    const subscription = { ...webPushSubscription, endpoint };
    const saved = await push.server.post('/v1/push/web-push', subscription, { token: device.key });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  const subscribed = async (topics: string[] = []) => {
    const device = await push.device({ topics });
    await subscribeAt(device, webPushSubscription.endpoint);
    return device;
  };
  const addressOf = async ({ deviceId }: Device) => {
    const row = await push.server.db.get<{ address: string | null }>(
      'SELECT upstream AS address FROM devices WHERE id = ?',
      Number(deviceId),
    );
    return row!.address;
  };
  const lettersOf = ({ deviceId }: Device) =>
    push.server.db.all(
      'SELECT transport, reason FROM push_dead_letters WHERE device_id = ?',
      Number(deviceId),
    );
  /** As a laptop that was closed: the connection is there, and nobody at the other end. */
  const connectDead = (device: Device) => push.connect(device, { acknowledges: false });

  const failures: [string, Outcome, string][] = [
    ['is gone', { kind: 'dead-token', code: '410' }, '410'],
    ['refuses us', { kind: 'quarantine', code: '403' }, '403'],
    ['finds it too large', { kind: 'too-large', code: '413' }, '413'],
    ['rejects it', { kind: 'rejected', code: '400' }, '400'],
    ['never answers', { kind: 'retry', code: '500', scope: 'device' }, 'retries-exhausted:500'],
  ];
  it.each(failures)(
    'gets a message when it connects where the service %s',
    async (_, outcome, reason) => {
      const device = await subscribed();
      webpush.answer = () => outcome;
      const sent = await push.fcm({ to: device.token, data: { n: 'kept' } });
      await until(async () => {
        await hurry();
        return (await lettersOf(device)).length > 0;
      });
      await untilNoJobIsLeft();
      expect(await lettersOf(device)).toEqual([{ transport: 'webpush', reason }]);
      const { deliveries } = await push.status(sent.json().results[0].message_id);
      expect(deliveries).toMatchObject([{ state: 'stored' }]);
      const client = await push.connect(device);
      expect(await client.received(1)).toMatchObject([{ data: { n: 'kept' } }]);
      await client.close();
    },
  );

  it('can be sent to after the service refused us, and is reached by it after a new subscription', async () => {
    const device = await subscribed();
    webpush.answer = () => ({ kind: 'quarantine', code: 'private-address' });
    await push.fcm({ to: device.token });
    const isPutAside = async () => {
      const row = await push.server.db.get<{ quarantined: string | null }>(
        'SELECT quarantined FROM devices WHERE id = ?',
        Number(device.deviceId),
      );
      return row!.quarantined === 'private-address';
    };
    await until(isPutAside);
    expect(await addressOf(device)).not.toBeNull();
    expect((await push.fcm({ to: device.token })).json()).toMatchObject({ success: 1 });

    webpush.answer = () => ({ kind: 'accepted' });
    await subscribeAt(device, 'https://push.example.com/new');
    webpush.sent.splice(0);
    expect((await push.fcm({ to: device.token })).json()).toMatchObject({ success: 1 });
    await until(() => webpush.sent.length > 0);
  });

  it('keeps a new subscription when the old one is said to be gone, and gets the message there', async () => {
    const device = await subscribed();
    const [old, renewed] = ['https://push.example.com/old', 'https://push.example.com/renewed'];
    await subscribeAt(device, old);
    webpush.answer = async (_, { endpoint }) => {
      if (endpoint === renewed) return { kind: 'accepted' };
      await subscribeAt(device, renewed);
      return { kind: 'dead-token', code: '410' };
    };
    await push.fcm({ to: device.token });
    await until(() => webpush.sent.length >= 2);
    await untilNoJobIsLeft();
    expect(webpush.sent.map(({ address }) => address.endpoint)).toEqual([old, renewed]);
    expect(await addressOf(device)).toContain(renewed);
  });

  const audiences: [string, string | undefined][] = [
    ['itself', undefined],
    ['its topic', `dead-${engine.name}`],
  ];
  it.each(audiences)(
    'gets what is sent to %s by Web Push when its connection is dead',
    async (_, topic) => {
      const device = await subscribed(topic === undefined ? [] : [topic]);
      const client = await connectDead(device);
      const to = topic === undefined ? device.token : `/topics/${topic}`;
      const sentAt = Date.now();
      await push.fcm({ to });
      await client.received(1);
      // It was looked at, and is looked at again.
      await until(async () => ((await jobs())[0]?.due_at ?? 0) > sentAt + 1500);
      expect(webpush.sent).toEqual([]);
      client.socket.terminate();
      await client.closed;
      await until(async () => {
        await hurry();
        return webpush.sent.length > 0;
      });
      await untilNoJobIsLeft();
      expect(webpush.sent).toHaveLength(1);
    },
  );

  it('gets it by Web Push before it expires, though its connection looks alive', async () => {
    const device = await subscribed();
    await connectDead(device);
    await push.fcm({ to: device.token, time_to_live: 3 });
    await until(() => webpush.sent.length > 0);
    expect(webpush.sent[0]!.message.remainingSeconds).toBeLessThanOrEqual(1);
    await untilNoJobIsLeft();
  });

  it('gets it once when it acknowledges, and nothing by Web Push of what is for now or never', async () => {
    const device = await subscribed();
    const client = await push.connect(device);
    const id = (await push.fcm({ to: device.token })).json().results[0].message_id;
    await until(async () => (await push.status(id)).state === 'delivered');
    await hurry();
    await untilNoJobIsLeft();
    await push.fcm({ to: device.token, time_to_live: 0 });
    await client.received(2);
    await untilNoJobIsLeft();
    expect(webpush.sent).toEqual([]);
  });
});
