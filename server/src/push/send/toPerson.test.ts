import type { AppToken, ConsentAnswer, InboxPage, IssuedServerKey } from '@host/contracts';
import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { documentedBlock } from '../../../../scripts/build/documentedBlock.ts';
import { newAppId } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { type SignedIn, signUp } from '../testing/signUp.ts';

describe.each(testEngines())('a push of a mini-app’s back end to one person ($name)', (engine) => {
  const [orders, chat, silent] = [newAppId(), newAppId(), newAppId()];
  let push: PushServer;
  let key: string;
  beforeAll(async () => {
    push = await startPushServer({ engine });
    for (const appId of [orders, chat]) {
      const permissions = ['user', 'push'] as const;
      await vouchFor(push.server, appId, '1.0.0', { permissions: [...permissions], release: {} });
    }
    await vouchFor(push.server, silent, '1.0.0', { permissions: ['user'], release: {} });
    key = await keyOf(orders);
  });
  afterAll(() => push.close());

  const keyOf = async (appId: string) => {
    const body = { name: 'Back end', scopes: ['send', 'read'], miniApps: [appId] };
    return (await push.server.post('/v1/admin/server-keys', body)).json<IssuedServerKey>().key;
  };
  const answer = (person: SignedIn, place: string, state: ConsentAnswer['state']) =>
    push.server.send('PUT', `/v1/consents/${place}`, { token: person.session, payload: { state } });
  const openIdOf = async (person: SignedIn, appId: string) => {
    await answer(person, `${appId}/user`, 'granted');
    const path = `/v1/mini-programs/${appId}/token`;
    return (await push.server.post(path, {}, { token: person.session })).json<AppToken>().user
      .openId;
  };
  const send = (openId: string, more: object = {}, by = key) =>
    push.raw({
      payload: { to: `/people/${openId}`, notification: { title: 'Shipped' }, ...more },
      headers: { authorization: `key=${by}` },
    });
  const titlesOf = async ({ session }: SignedIn) => {
    const inbox = await push.server.send('GET', '/v1/inbox', { token: session });
    return inbox.json<InboxPage>().items.map(({ title }) => title);
  };
  /** Somebody who lets the mini-app notify them. */
  const willing = async () => {
    const person = await signUp(push);
    const openId = await openIdOf(person, orders);
    await answer(person, `${orders}/push`, 'granted');
    return { person, openId };
  };
  const SUCCESS = {
    multicast_id: expect.any(Number),
    success: 1,
    failure: 0,
    canonical_ids: 0,
    results: [{ message_id: expect.stringMatching(/^0:\d+%0{16}$/) }],
  };

  it('is on all their devices and in their inbox, and says whose it is', async () => {
    const { person, openId } = await willing();
    const devices = [await push.device(person), await push.device(person)];
    const stranger = await push.connect(await push.device(await signUp(push)));
    const clients = await Promise.all(devices.map((device) => push.connect(device)));
    expect((await send(openId)).json()).toEqual(SUCCESS);
    for (const client of clients) {
      expect((await client.received(1))[0]).toMatchObject({ app: { id: orders } });
    }
    expect(await titlesOf(person)).toEqual(['Shipped']);
    expect(stranger.messages).toEqual([]);
  });

  it('is sent and answered as the page of the protocol shows', async () => {
    const block = await documentedBlock('docs/push-protocol.md', '', '<key with miniApps>');
    const [line, body = '', answered = ''] = block.split('\n');
    expect(line).toBe('POST /fcm/send   Authorization: key=<key with miniApps>');
    const { openId } = await willing();
    const asked = JSON.parse(body.replace('6Jx…', openId)) as object;
    const sent = await push.raw({ payload: asked, headers: { authorization: `key=${key}` } });
    expect(sent.json()).toEqual(SUCCESS);
    expect(JSON.parse(answered.replace(/^→ /, ''))).toEqual(SUCCESS);
  });

  it('is in their inbox without a device, too, and once', async () => {
    const { person, openId } = await willing();
    expect((await send(openId)).json()).toEqual(SUCCESS);
    expect(await titlesOf(person)).toEqual(['Shipped']);
    await push.device(person);
    expect(await titlesOf(person)).toEqual(['Shipped']);
  });

  it('reaches nobody without their consent, and its sender is not told', async () => {
    const person = await signUp(push);
    const client = await push.connect(await push.device(person));
    const openId = await openIdOf(person, orders);
    const ids: string[] = [];
    const expectSilence = async (to: string, by = key) => {
      const sent = await send(to, {}, by);
      expect(sent.json()).toEqual(SUCCESS);
      ids.push(sent.json().results[0].message_id);
      expect(await titlesOf(person)).toEqual([]);
    };
    await expectSilence(openId);
    await answer(person, `${orders}/push`, 'declined');
    await expectSilence(openId);
    await answer(person, `${chat}/push`, 'granted');
    await expectSilence(openId);
    // Nobody has it, or only another mini-app.
    await expectSilence('x'.repeat(43));
    await answer(person, `${orders}/push`, 'granted');
    await expectSilence(await openIdOf(person, chat));
    await answer(person, `${silent}/push`, 'granted');
    await expectSilence(await openIdOf(person, silent), await keyOf(silent));
    expect(client.messages).toEqual([]);
    // Taken back, it counts at once.
    await send(openId);
    expect(await titlesOf(person)).toEqual(['Shipped']);
    await answer(person, `${orders}/push`, 'declined');
    await send(openId);
    expect(await titlesOf(person)).toEqual(['Shipped']);
  });

  it('tells its sender nothing of devices afterwards either', async () => {
    const { person, openId } = await willing();
    const client = await push.connect(await push.device(person));
    const records: unknown[] = [];
    for (const to of [openId, 'y'.repeat(43)]) {
      const id = (await send(to)).json().results[0].message_id as string;
      const read = () =>
        push.server.send('GET', `/v1/push/messages/${encodeURIComponent(id)}`, { token: key });
      if (to === openId) await client.received(1);
      const { id: _, createdAt, sendAt, expiresAt, ...rest } = (await read()).json();
      expect([createdAt, sendAt, expiresAt]).not.toContain(undefined);
      records.push(rest);
    }
    expect(records[0]).toEqual(records[1]);
    expect(records[0]).toMatchObject({ state: 'stored', counts: { sent: 0, delivered: 0 } });
    expect(records[0]).not.toHaveProperty('deliveries');
    const listed = await push.server.send('GET', '/v1/push/messages?limit=2', { token: key });
    for (const { counts } of listed.json().items) expect(counts).toMatchObject({ sent: 0 });
  });

  it('takes a key that is bound to a mini-app, an openId, and no later time', async () => {
    const { openId } = await willing();
    const mismatch = { results: [{ error: 'MismatchSenderId' }] };
    expect((await push.fcm({ to: `/people/${openId}` })).json()).toMatchObject(mismatch);
    expect((await send('no open id')).body).toMatch(/^InvalidParameters/);
    const later = { send_at: new Date(Date.now() + 60_000).toISOString() };
    expect((await send(openId, later)).body).toMatch(/^InvalidParameters/);
    const dry = (await send(openId, { dry_run: true })).json();
    expect(dry.results).toEqual([{ message_id: 'fake_message_id' }]);
  });

  it('comes at most so often, whoever it is for', async () => {
    const nobody = 'z'.repeat(43);
    // At once: one after the other they can take a minute on a busy machine.
    const all = Array.from({ length: LIMITS.messagesPerDevicePerMinute }, () => send(nobody));
    const taken = (await Promise.all(all)).map((each) => each.json<{ success: number }>());
    expect(taken.map(({ success }) => success)).toEqual(taken.map(() => 1));
    const last = (await send(nobody)).json();
    expect(last.results).toEqual([{ error: 'DeviceMessageRateExceeded' }]);
  });
});
