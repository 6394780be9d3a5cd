import { setTimeout as wait } from 'node:timers/promises';

import type {
  AuditEntry,
  IssuedServerKey,
  PushMessageRecord,
  PushTokensResponse,
} from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { signInTo } from '../../operations/console/testing/signInTo.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readPages } from '../../testing/readPages.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const MESSAGES = '/v1/push/messages';

describe.each(testEngines())('what became of a message ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const sendTo = async (token: string, more: object = {}) => {
    const response = (await push.fcm({ to: token, ...more })).json<PushTokensResponse>();
    const [result] = response.results;
    if (!result || !('message_id' in result)) throw new Error(JSON.stringify(response));
    return result.message_id;
  };
  const topicMessage = async (topic: string, more: object = {}) =>
    (await push.fcm({ to: `/topics/${topic}`, ...more })).json<{ message_id: number }>().message_id;
  /** Asks until the message is there: what devices do is written down a moment later. */
  const untilState = async (id: string | number, state: string): Promise<PushMessageRecord> => {
    for (;;) {
      const record = await push.status(id);
      if (record.state === state) return record;
      await wait(5);
    }
  };

  it('is stored, sent, delivered and opened, device by device', async () => {
    const device = await push.device();
    const id = await sendTo(device.token, { notification: { title: 'Order 42' } });
    const stored = await push.status(id);
    expect(stored).toMatchObject({ state: 'stored', title: 'Order 42' });
    expect(stored.deliveries).toEqual([
      { deviceId: device.deviceId, state: 'stored', updatedAt: expect.any(String) },
    ]);

    const client = await push.connect(device, { acknowledges: false });
    const [message] = await client.received(1);
    const sent = await untilState(id, 'sent');
    expect(sent.deliveries).toMatchObject([{ state: 'sent' }]);
    client.say({ type: 'ack', cursor: message!.cursor });
    const delivered = await untilState(id, 'delivered');
    expect(delivered.deliveries).toMatchObject([{ state: 'delivered' }]);
    client.say({ type: 'opened', id: message!.id });
    client.say({ type: 'opened', id: message!.id });
    const opened = await untilState(id, 'opened');
    expect(opened.deliveries).toMatchObject([{ state: 'opened' }]);
    expect(opened.counts).toMatchObject({ sent: 1, delivered: 1, opened: 1 });
  });

  it('is counted for a topic', async () => {
    const devices = await Promise.all(
      Array.from({ length: 3 }, () => push.device({ topics: ['counted'] })),
    );
    const clients = await Promise.all(devices.map((device) => push.connect(device)));
    const id = await topicMessage('counted');
    await Promise.all(clients.map((client) => client.received(1)));
    clients[0]!.say({ type: 'opened', id: String(id) });
    const record = await untilState(id, 'opened');
    expect(record).toMatchObject({ to: '/topics/counted' });
    expect(record).not.toHaveProperty('deliveries');
    for (;;) {
      const { counts } = await push.status(id);
      await wait(5);
      if (counts.delivered < 3) continue;
      expect(counts).toEqual({ sent: 3, delivered: 3, opened: 1, expired: 0, dropped: 0 });
      break;
    }
  });

  it('of somebody else cannot be opened', async () => {
    const [device, stranger] = [await push.device(), await push.device()];
    const id = await sendTo(device.token);
    const number = id.split(/[:%]/)[1]!;
    await push.server.post(
      '/v1/push/acks',
      { cursor: 0, opened: [number] },
      { token: stranger.key },
    );
    expect(await push.status(id)).toMatchObject({ state: 'stored', counts: { opened: 0 } });
  });

  it('is expired, or dropped with the reason', async () => {
    const device = await push.device();
    const expired = await sendTo(device.token, { time_to_live: 0 });
    const collapsed = await sendTo(device.token, { collapse_key: 'score' });
    const kept = await sendTo(device.token, { collapse_key: 'score' });
    expect(await push.status(expired)).toMatchObject({
      state: 'expired',
      deliveries: [{ state: 'expired' }],
    });
    expect(await push.status(collapsed)).toMatchObject({
      state: 'dropped',
      counts: { dropped: 1 },
      deliveries: [{ state: 'dropped', reason: 'collapsed' }],
    });
    expect(await push.status(kept)).toMatchObject({
      state: 'stored',
      counts: { dropped: 0 },
      deliveries: [{ state: 'stored' }],
    });
  });

  it('is listed for its sender, the newest first, in pages', async () => {
    const key = (
      await push.server.post('/v1/admin/server-keys', { name: 'Own', scopes: ['send', 'read'] })
    ).json<IssuedServerKey>().key;
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const headers = { authorization: `key=${key}` };
      ids.push(String((await push.fcm({ to: '/topics/own' }, headers)).json().message_id));
    }
    await topicMessage('own');
    const pages = await readPages<PushMessageRecord>(push.server, `${MESSAGES}?limit=2`, {
      token: key,
    });
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[ids[2], ids[1]], [ids[0]]]);
    const foreign = await push.server.send('GET', `${MESSAGES}/${ids[0]}`, { token: SERVER_KEY });
    expectProblem(foreign, 'message-not-found');
    expect((await push.server.send('GET', `${MESSAGES}/${ids[0]}`)).statusCode).toBe(200);
    expectProblem(await push.server.send('GET', MESSAGES, { token: undefined }), 'unauthorized');
    for (const id of ['0', 'x', '99999999999999', '0:1%x']) {
      const path = `${MESSAGES}/${encodeURIComponent(id)}`;
      expectProblem(await push.server.send('GET', path), 'message-not-found');
    }
  });

  it('is in the figures for Prometheus', async () => {
    const { body } = await push.server.send('GET', '/metrics');
    expect(body).toMatch(/push_deliveries_total\{state="delivered"\} [1-9]/);
    expect(body).toMatch(/push_messages_per_commit_count [1-9]/);
    expect(body).toMatch(/push_connections \d/);
  });

  describe('with send_at', () => {
    const at = (time: number) => ({ send_at: new Date(time).toISOString() });
    const inMs = (ms: number) => at(Date.now() + ms);

    it('waits for its time, then arrives in the order of times', async () => {
      const device = await push.device({ topics: ['later'] });
      const client = await push.connect(device);
      // Far enough away for a slow machine to ask for both before.
      const time = Date.now() + 3000;
      const id = await topicMessage('later', { ...at(time + 100), data: { n: 'later' } });
      const own = await sendTo(device.token, { ...at(time), data: { n: 'own' } });
      expect(await push.status(id)).toMatchObject({ state: 'accepted' });
      expect(await push.status(own)).toMatchObject({ deliveries: [{ state: 'accepted' }] });
      await sendTo(device.token, { data: { n: 'now' } });
      const received = await client.received(3);
      expect(received.map(({ data }) => data!['n'])).toEqual(['now', 'own', 'later']);
      expect(received[2]!.id).toBe(String(id));
      await untilState(id, 'delivered');
    });

    it('can be cancelled until then', async () => {
      const device = await push.device();
      const id = await sendTo(device.token, inMs(60_000));
      const path = `${MESSAGES}/${encodeURIComponent(id)}`;
      const cancel = () => push.server.send('DELETE', path, { token: SERVER_KEY });
      expect((await cancel()).json()).toMatchObject({
        state: 'cancelled',
        deliveries: [{ state: 'cancelled' }],
      });
      expect((await cancel()).statusCode).toBe(200);
      const sent = `${MESSAGES}/${encodeURIComponent(await sendTo(device.token))}`;
      expectProblem(
        await push.server.send('DELETE', sent, { token: SERVER_KEY }),
        'message-not-scheduled',
      );
    });

    it('can be cancelled by who runs the platform, and not by another sender', async () => {
      const id = await topicMessage('later', inMs(60_000));
      const cancelAs = async (role: 'sender' | 'admin') => {
        const { id: actor, token } = await push.server.issue({ role });
        const response = await push.server.send('DELETE', `${MESSAGES}/${id}`, { token });
        return { actor, response };
      };
      expectProblem((await cancelAs('sender')).response, 'message-not-found');
      const { actor, response } = await cancelAs('admin');
      expect(response.json()).toMatchObject({ state: 'cancelled' });
      const audit = await push.server.send('GET', `/v1/admin/audit?target=${id}`);
      expect(audit.json()).toMatchObject({
        items: [{ actor, action: 'push.cancel', details: {} }],
      });
    });

    it('is in the audit log when a token or a session cancels it, once, with whose it was', async () => {
      const id = await topicMessage('later', inMs(60_000));
      const own = await topicMessage('later', inMs(60_000));
      const { id: tokenId, token } = await push.server.issue({ role: 'admin' });
      const signedIn = await signInTo(push.server, { token });
      const third = await topicMessage('later', inMs(60_000));
      await push.server.send('DELETE', `${MESSAGES}/${id}`, { token });
      await push.server.send('DELETE', `${MESSAGES}/${id}`, { token });
      await push.server.send('DELETE', `${MESSAGES}/${own}`, { token: SERVER_KEY });
      await signedIn.send('DELETE', `${MESSAGES}/${third}`);
      const { items } = (await push.server.send('GET', '/v1/admin/audit?action=push.cancel')).json<{
        items: AuditEntry[];
      }>();
      const mine = items.filter(({ target }) => [id, own, third].map(String).includes(target));
      expect(mine.map(({ target }) => target)).toEqual([String(third), String(id)]);
      expect(mine[1]).toMatchObject({ actor: tokenId, details: { sender: 'server-key' } });
    });

    it('counts its time to live from then', async () => {
      const device = await push.device();
      const id = await sendTo(device.token, { ...inMs(5000), time_to_live: 60 });
      const { sendAt, expiresAt } = await push.status(id);
      expect(Date.parse(expiresAt) - Date.parse(sendAt)).toBe(60_000);
    });
  });
});
