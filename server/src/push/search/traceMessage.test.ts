import type { MessageTrace } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plansOf } from '../../storage/database/testing/plansOf.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { FcmAddress, Outcome } from '../transports/Transport.types.ts';
import { traceRows } from './traceRows.ts';

interface SendAnswer {
  multicast_id?: number;
  message_id?: number;
}

/** The id of a message that was sent. */
function messageIdIn({ multicast_id, message_id }: SendAnswer): number {
  return (multicast_id ?? message_id)!;
}

describe.each(testEngines())('the way of a message to many ($name)', (engine) => {
  const fcm = new MemoryTransport<FcmAddress>('fcm');
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine, pushTransports: [fcm] })));
  afterAll(() => push.close());

  let count = 0;
  const newTopic = () => `traced-${count++}`;
  const publish = async (topic: string, fields: object = {}): Promise<number> => {
    const response = await push.fcm({ to: `/topics/${topic}`, data: { n: '1' }, ...fields });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ message_id: number }>().message_id;
  };
  const trace = async (message: number, { deviceId }: { deviceId: string }) => {
    const path = `/v1/admin/messages/${message}/trace/${deviceId}`;
    const response = await push.server.send('GET', path);
    expect(response.statusCode, response.body).toBe(200);
    const { addressed, steps } = response.json<MessageTrace>();
    return { addressed, steps: steps.slice(1).map(({ step }) => step) };
  };
  const expire = (message: number) =>
    push.server.db.run(
      'UPDATE push_messages SET expires_at = ? WHERE id = ?',
      Date.now() - 1,
      message,
    );
  const untilNoJobIsLeft = async () => {
    await expect.poll(() => push.server.db.all('SELECT id FROM push_jobs')).toEqual([]);
  };

  it('ends on the device where nothing can have been left out', async () => {
    const topic = newTopic();
    const device = await push.device({ topics: [topic] });
    const message = await publish(topic);
    expect(await trace(message, device)).toEqual({ addressed: 'yes', steps: [] });
    const client = await push.connect(device);
    await client.received(1);
    await expect.poll(() => trace(message, device)).toMatchObject({ steps: ['delivered'] });
    await client.close();
  });

  it.each(['topic', 'condition'])(
    'does not claim that a device has what it was passed over with: sent to a %s',
    async (kind) => {
      const topic = newTopic();
      const device = await push.device({ topics: [topic] });
      const to = kind === 'topic' ? {} : { to: undefined, condition: `'${topic}' in topics` };
      const collapsed = await publish(topic, { ...to, data: { n: '1' }, collapse_key: 'score' });
      const expired = await publish(topic, { ...to, data: { n: '2' } });
      const last = await publish(topic, { ...to, data: { n: '3' }, collapse_key: 'score' });
      await expire(expired);
      const client = await push.connect(device);
      await client.received(1);
      expect(client.messages).toMatchObject([{ data: { n: '3' } }]);
      await expect
        .poll(() => trace(collapsed, device))
        .toEqual({ addressed: 'yes', steps: ['passed'] });
      expect(await trace(expired, device)).toEqual({ addressed: 'yes', steps: ['passed'] });
      // Of the one that came, no more is kept: it could have been collapsed as well.
      expect(await trace(last, device)).toEqual({ addressed: 'yes', steps: ['passed'] });
      client.say({ type: 'opened', id: String(last) });
      await expect
        .poll(() => trace(last, device))
        .toEqual({ addressed: 'yes', steps: ['delivered', 'opened'] });
      await client.close();
    },
  );

  it('ends at the push service for a phone that does not connect', async () => {
    const topic = newTopic();
    const phone = await push.phone({ topics: [topic] });
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    fcm.answer = async () => {
      await isAnswered;
      return { kind: 'accepted' };
    };
    const message = await publish(topic);
    await expect.poll(() => fcm.sent.length).toBeGreaterThan(0);
    expect(await trace(message, phone)).toMatchObject({ steps: ['waiting-for-service'] });
    answer();
    await untilNoJobIsLeft();
    expect(await trace(message, phone)).toMatchObject({ steps: ['taken-by-service'] });
    await expire(message);
    expect(await trace(message, phone)).toMatchObject({ steps: ['taken-by-service'] });
    // What a release before sent has no answers.
    await push.server.db.run('DELETE FROM push_answers WHERE message_id = ?', message);
    expect(await trace(message, phone)).toMatchObject({ steps: ['service-done'] });
    // A device without a push service is not one whose turn there is over.
    const device = await push.device({ topics: [topic] });
    const later = await publish(topic);
    await untilNoJobIsLeft();
    expect(await trace(later, device)).toMatchObject({ steps: [] });
    await expire(later);
    expect(await trace(later, device)).toMatchObject({ steps: ['expired'] });
  });

  it('ends with what the push service refused it for', async () => {
    const topic = newTopic();
    const phone = await push.phone({ topics: [topic] });
    fcm.answer = () => ({ kind: 'rejected', code: 'INVALID_ARGUMENT' });
    const message = await publish(topic);
    await untilNoJobIsLeft();
    expect(await trace(message, phone)).toMatchObject({
      steps: ['refused-by-service', 'dropped'],
    });
  });

  it('has every answer of the push service, with its status, reason and time', async () => {
    const answers: Outcome[] = [
      { kind: 'retry', status: 503, code: 'UNAVAILABLE', scope: 'device', retryAfterMs: 1 },
      { kind: 'retry', code: 'timeout', scope: 'device', retryAfterMs: 1 },
      { kind: 'accepted', status: 200, serviceMessageId: 'projects/acme/messages/1' },
    ];
    for (const kind of ['device', 'topic']) {
      const topic = newTopic();
      const phone = await push.phone({ topics: [topic] });
      let sends = 0;
      fcm.answer = () => answers[sends++] ?? { kind: 'aborted' };
      const before = new Date().toISOString();
      const to = kind === 'topic' ? `/topics/${topic}` : phone.token;
      const sent = await push.fcm({ to, data: { n: '1' } });
      const message = messageIdIn(sent.json<SendAnswer>());
      await expect.poll(() => sends, { timeout: 20_000 }).toBe(answers.length);
      await untilNoJobIsLeft();
      const path = `/v1/admin/messages/${message}/trace/${phone.deviceId}`;
      const { steps } = (await push.server.send('GET', path)).json<MessageTrace>();
      expect(steps.slice(1)).toEqual([
        {
          step: 'postponed-by-service',
          at: expect.any(String) as string,
          detail: 'fcm: 503 UNAVAILABLE',
          answer: { service: 'fcm', attempt: 1, status: 503, reason: 'UNAVAILABLE' },
        },
        {
          step: 'postponed-by-service',
          at: expect.any(String) as string,
          detail: 'fcm: timeout',
          answer: { service: 'fcm', attempt: 2, reason: 'timeout' },
        },
        {
          step: 'taken-by-service',
          at: expect.any(String) as string,
          detail: 'fcm: 200',
          answer: {
            service: 'fcm',
            attempt: 3,
            status: 200,
            messageId: 'projects/acme/messages/1',
          },
        },
      ]);
      const times = steps.slice(1).map(({ at }) => at!);
      expect(times).toEqual(times.toSorted());
      expect(times[0]! >= before).toBe(true);
    }
  });

  it('keeps when it was sent, delivered and opened, each by itself', async () => {
    const device = await push.device();
    const client = await push.connect(device);
    const sent = await push.fcm({ to: device.token, data: { n: '1' } });
    const message = messageIdIn(sent.json<SendAnswer>());
    await client.received(1);
    await expect.poll(() => trace(message, device)).toMatchObject({ steps: ['sent', 'delivered'] });
    client.say({ type: 'opened', id: String(message) });
    await expect
      .poll(() => trace(message, device))
      .toMatchObject({ steps: ['sent', 'delivered', 'opened'] });
    const path = `/v1/admin/messages/${message}/trace/${device.deviceId}`;
    const { steps } = (await push.server.send('GET', path)).json<MessageTrace>();
    const times = steps.map(({ at }) => at ?? 'none');
    expect(times).toEqual(times.toSorted());
    expect(times).not.toContain('none');
    await client.close();
  });

  it('has when it was cancelled', async () => {
    const device = await push.device();
    const sendAt = new Date(Date.now() + 60_000).toISOString();
    const sent = await push.fcm({ to: device.token, data: { n: '1' }, send_at: sendAt });
    const message = messageIdIn(sent.json<SendAnswer>());
    const own = `/v1/push/messages/${message}`;
    const cancelled = await push.server.send('DELETE', own, { token: SERVER_KEY });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    const path = `/v1/admin/messages/${message}/trace/${device.deviceId}`;
    const { steps } = (await push.server.send('GET', path)).json<MessageTrace>();
    expect(steps[1]).toEqual({ step: 'cancelled', at: expect.any(String) as string });
  });

  it('does not begin for the devices of another app', async () => {
    const topic = newTopic();
    const device = await push.device({ app: 'com.acme.other', topics: [topic] });
    const message = await publish(topic, { restricted_package_name: 'com.acme.host' });
    expect(await trace(message, device)).toEqual({ addressed: 'other-package', steps: [] });
  });

  it('does not begin for a device that registered later, whatever its condition', async () => {
    const condition = `!('${newTopic()}' in topics)`;
    const message = await publish('', { to: undefined, condition });
    const device = await push.device();
    expect(await trace(message, device)).toEqual({ addressed: 'registered-later', steps: [] });
  });

  it('is known of a device that left the topic since, where the device told of it', async () => {
    const topic = newTopic();
    const opener = await push.device({ topics: [topic] });
    const silent = await push.device({ topics: [topic] });
    const message = await publish(topic);
    const clients = [await push.connect(opener), await push.connect(silent)];
    for (const client of clients) await client.received(1);
    clients[0]!.say({ type: 'opened', id: String(message) });
    await expect
      .poll(() => trace(message, opener))
      .toMatchObject({ steps: ['delivered', 'opened'] });
    for (const { key } of [opener, silent]) {
      const path = `/v1/push/topics/${topic}`;
      const left = await push.server.send('DELETE', path, { token: key });
      expect(left.statusCode, left.body).toBe(200);
    }
    expect(await trace(message, opener)).toEqual({
      addressed: 'yes',
      steps: ['delivered', 'opened'],
    });
    // Which topics it had then is not kept.
    expect(await trace(message, silent)).toEqual({ addressed: 'not-subscribed', steps: [] });
  });

  it('reads what is kept of one device, and never all of a table', async () => {
    const plans = await plansOf(push.server.db, (db) => traceRows(db, 1, 1));
    expect(plans.length).toBeGreaterThan(3);
    for (const plan of plans) expect(plan).not.toMatch(/\bSCAN\b|Seq Scan/);
  });
});
