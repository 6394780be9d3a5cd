import { randomUUID } from 'node:crypto';

import type { DeviceCredentials, InboxPage } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SERVER_KEY } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { countStatements } from '../../storage/database/testing/countStatements.ts';
import { sweep } from '../Housekeeping.ts';
import { type PushServer, type TestPhone, startPushServer } from '../testing/pushServer.ts';
import { type SignedIn, signUp } from '../testing/signUp.ts';
import { collectInboxes } from './collectInboxes.ts';

describe.each(testEngines())('what was sent to a person ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const titlesOf = async ({ session }: SignedIn) => {
    const response = await push.server.send('GET', '/v1/inbox?limit=100', { token: session });
    const { items, unreadCount } = response.json<InboxPage>();
    expect(unreadCount).toBe(items.length);
    return items.map(({ title }) => title);
  };
  const register = async (token: string, by?: SignedIn | string, more: object = {}) => {
    const bearer = typeof by === 'string' ? by : by?.session;
    const body = { token, platform: 'android', ...more };
    const response = await push.server.post('/devices/register', body, { token: bearer });
    expect(response.statusCode, response.body).toBeLessThan(300);
  };
  const phoneOf = ({ session }: SignedIn, topics: string[] = []) => push.phone({ session, topics });
  /** Whoever has the phone in their hand registers it as theirs, or as nobody's. */
  const handTo = ({ token, key }: TestPhone, by?: SignedIn) => register(token, by, { key });
  const relate = async (method: 'POST' | 'DELETE', token: string, topic: string) => {
    const path = `/iid/v1/${token}/rel/topics/${topic}`;
    const headers = { authorization: `key=${SERVER_KEY}` };
    const response = await push.server.send(method, path, { headers, token: undefined });
    expect(response.statusCode, response.body).toBe(200);
  };
  const send = async (to: object, title: string, more: object = {}) => {
    const response = await push.fcm({ ...to, notification: { title }, ...more });
    expect(response.statusCode, response.body).toBe(200);
  };
  /** One message by each way to a device. */
  const sendEach = async (token: string, topic: string) => {
    await send({ to: token }, 'token');
    await send({ to: `/topics/${topic}` }, 'topic');
    await send({ condition: `'${topic}' in topics` }, 'condition');
  };
  const EACH = ['condition', 'topic', 'token'];
  const newTopic = () => `t-${randomUUID()}`;

  it('is in their inbox after they signed out, and what was sent afterwards is not', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    const phone = await phoneOf(ada, [topic]);
    await sendEach(phone.token, topic);
    await handTo(phone);
    await send({ to: phone.token }, 'to nobody');
    expect(await titlesOf(ada)).toEqual(EACH);
  });

  it('with a condition is in their inbox, however many others were', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    await phoneOf(ada, [topic]);
    const others = { condition: `'${newTopic()}' in topics` };
    await Promise.all(Array.from({ length: 1100 }, () => send(others, 'not for her')));
    await send({ condition: `'${topic}' in topics` }, 'for her');
    expect(await titlesOf(ada)).toEqual(['for her']);
  });

  it('while nobody was signed in is theirs when they come back, whoever looked meanwhile', async () => {
    const ada = await signUp(push);
    const phone = await phoneOf(ada);
    await handTo(phone);
    await send({ to: phone.token }, 'meanwhile');
    expect(await titlesOf(ada)).toEqual([]);
    await handTo(phone, ada);
    expect(await titlesOf(ada)).toEqual(['meanwhile']);
  });

  it('is in their inbox after somebody else took the device, and in no other', async () => {
    const [ada, bob, topic] = [await signUp(push), await signUp(push), newTopic()];
    const phone = await phoneOf(ada, [topic]);
    await sendEach(phone.token, topic);
    await handTo(phone, bob);
    await send({ to: `/topics/${topic}` }, 'for Bob');
    expect(await titlesOf(ada)).toEqual(EACH);
    expect(await titlesOf(bob)).toEqual(['for Bob']);
  });

  it('is in their inbox after the device was unregistered', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    const phone = await phoneOf(ada, [topic]);
    await sendEach(phone.token, topic);
    const gone = await push.server.send('DELETE', `/devices/${phone.token}`, {
      token: ada.session,
    });
    expect(gone.statusCode).toBe(204);
    expect(await titlesOf(ada)).toEqual(EACH);
  });

  it('is in their inbox after the device was forgotten since it was not seen for long', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    const phone = await phoneOf(ada, [topic]);
    await sendEach(phone.token, topic);
    const id = Number(phone.deviceId);
    await push.server.db.run('UPDATE devices SET last_seen = 1 WHERE id = ?', id);
    await sweep(push.server.db, Date.now());
    expect(await push.server.db.all('SELECT id FROM devices WHERE id = ?', id)).toEqual([]);
    expect(await titlesOf(ada)).toEqual(EACH);
  });

  it('is in their inbox after another token took the place of theirs', async () => {
    const [ada, bob, topic] = [await signUp(push), await signUp(push), newTopic()];
    const [mine, theirs] = [await phoneOf(ada, [topic]), await phoneOf(bob, [topic])];
    await sendEach(mine.token, topic);
    const keys = { key: mine.key, previousKey: theirs.key };
    await register(mine.token, bob, { previousToken: theirs.token, ...keys });
    expect(await titlesOf(ada)).toEqual(EACH);
    expect(await titlesOf(bob)).toEqual(['condition', 'topic']);
  });

  it('is in their inbox after the key of the device gave it another token', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    const device = await push.device({ session: ada.session, topics: [topic] });
    await sendEach(device.token, topic);
    const { key, token }: DeviceCredentials = device;
    await register(`token-${randomUUID()}`, key, { previousToken: token });
    expect(await titlesOf(ada)).toEqual(EACH);
  });

  it('is in their inbox after the device left the topic', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    const phone = await phoneOf(ada, [topic]);
    await sendEach(phone.token, topic);
    await relate('DELETE', phone.token, topic);
    await send({ to: `/topics/${topic}` }, 'afterwards');
    expect(await titlesOf(ada)).toEqual(EACH);
  });

  it('is in their inbox though it has expired, unless it was for now or never', async () => {
    const [ada, topic] = [await signUp(push), newTopic()];
    const phone = await phoneOf(ada, [topic]);
    const ways = [
      { to: phone.token },
      { to: `/topics/${topic}` },
      { condition: `'${topic}' in topics` },
    ];
    for (const way of ways) {
      await send(way, 'now or never', { time_to_live: 0 });
      await send(way, 'for a while', { time_to_live: 60 });
    }
    await push.server.db.run(
      'UPDATE push_messages SET expires_at = send_at + 1 WHERE expires_at > send_at',
    );
    expect(await titlesOf(ada)).toEqual(['for a while', 'for a while', 'for a while']);
  });

  it('is in one inbox, whatever happens to devices and topics at the same time', async () => {
    const [ada, bob, topic] = [await signUp(push), await signUp(push), newTopic()];
    const [hers, his] = [await phoneOf(ada, [topic]), await phoneOf(bob, [topic])];
    const before = Array.from({ length: 10 }, (_, n) => `before ${n}`);
    const during = Array.from({ length: 20 }, (_, n) => `during ${n}`);
    for (const title of before) await send({ to: hers.token }, title);
    await Promise.all([
      ...during.map((title) => send({ to: hers.token }, title)),
      // Each takes the device of the other, and both look.
      ...Array.from({ length: 10 }, () => [
        handTo(hers, bob),
        handTo(his, ada),
        handTo(hers, ada),
        handTo(his, bob),
        relate('DELETE', his.token, topic),
        ...[ada, bob].map(({ session }) =>
          push.server.send('GET', '/v1/inbox', { token: session }),
        ),
      ]).flat(),
    ]);
    const [ofAda, ofBob] = [await titlesOf(ada), await titlesOf(bob)];
    expect(ofAda).toEqual(expect.arrayContaining(before));
    const all = [...ofAda, ...ofBob];
    expect(all).toHaveLength(before.length + during.length);
    expect(new Set(all)).toEqual(new Set([...before, ...during]));
  });

  it('makes no inbox for a device that is nobody’s', async () => {
    const phone = `token-${randomUUID()}`;
    const countInboxes = async () => (await push.server.db.all('SELECT 1 FROM inboxes')).length;
    const inboxes = await countInboxes();
    await register(phone);
    await relate('POST', phone, 'news');
    await relate('DELETE', phone, 'news');
    await register(phone);
    await push.server.send('DELETE', `/devices/${phone}`, { token: SERVER_KEY });
    expect(await countInboxes()).toBe(inboxes);
  });

  it('is collected for many by as few statements as for one, and is in the inboxes of all', async () => {
    const people = [];
    const topic = newTopic();
    for (let person = 0; person < 12; person++) people.push(await signUp(push));
    const phones = [];
    for (const person of people) phones.push(await phoneOf(person, [topic]));
    for (const { token } of phones) await send({ to: token }, 'token');
    await send({ to: `/topics/${topic}` }, 'topic');
    await send({ condition: `'${topic}' in topics` }, 'condition');
    const { db } = push.server;
    const rows = await db.all<{ person_id: string }>(
      `SELECT v.person_id FROM devices v JOIN topic_subscriptions s ON s.device_id = v.id WHERE s.topic = ?`,
      topic,
    );
    const ids = rows.map(({ person_id }) => person_id);
    const statements = (some: readonly string[]) =>
      countStatements(() => db.transaction((tx) => collectInboxes(tx, some)));
    const one = await statements(ids.slice(0, 1));
    // The server has a few of its own.
    expect(await statements(ids.slice(1))).toBeLessThan(one + 10);
    for (const person of people) expect(await titlesOf(person)).toEqual(EACH);
  });
});
