import type { IssuedServerKey, IssuedToken, PushMessageRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ConsoleSessions } from '../../operations/console/ConsoleSessions.ts';
import type { GroupRule } from '../../operations/console/oidc/GroupRule.types.ts';
import { CONSOLE_HEADERS } from '../../operations/console/testing/signInTo.ts';
import { createAdminTokens } from '../../operations/identity/adminTokens.ts';
import { newAppId } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const NEWS = '/topics/news';
const ISSUER = 'https://id.example';
const updatesOf = (appId: string) => `/topics/miniapp_${appId}_updates`;

describe.each(testEngines())('what is due of a sender ($name)', (engine) => {
  let push: PushServer;
  /** What groups may do, by the configuration: it is as if the server had been started anew with other rules. */
  const rules: GroupRule[] = [];
  const people = { issuer: ISSUER, rules };
  beforeAll(async () => {
    const consoleOidc = {
      ...people,
      clientId: 'console',
      clientSecret: undefined,
      scope: 'openid',
      groupsClaim: 'groups',
    };
    push = await startPushServer({ engine, config: { consoleOidc } });
  });
  afterAll(() => push.close());

  const issueKey = async (bound: object = {}) => {
    const body = { name: 'Back end', scopes: ['send'], ...bound };
    const response = await push.server.post('/v1/admin/server-keys', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json<IssuedServerKey>();
  };
  const issueToken = async (bound: object = {}) => {
    const body = { name: 'Console', scopes: ['push'], expiresInSeconds: 3600, ...bound };
    const response = await push.server.post('/v1/admin/tokens', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json<IssuedToken>();
  };
  const newMiniApp = async () => {
    const appId = newAppId();
    const declared = { name: `Name of ${appId}`, permissions: ['push' as const], release: {} };
    await vouchFor(push.server, appId, '1.0.0', declared);
    return appId;
  };
  const newPublisher = async () => {
    const id = newAppId().replaceAll('.', '-');
    await push.server.post('/v1/admin/publishers', { id, name: id });
    return id;
  };
  const assign = async (appId: string, publisher: string) => {
    const path = `/v1/admin/mini-programs/${appId}/publisher`;
    const assigned = await push.server.send('PUT', path, { payload: { publisher } });
    expect(assigned.statusCode, assigned.body).toBe(200);
  };
  const suspend = async (appId: string) => {
    const path = `/v1/admin/mini-programs/${appId}/suspend`;
    const suspended = await push.server.post(path, { reason: 'It sends what it should not.' });
    expect(suspended.statusCode, suspended.body).toBe(200);
  };
  const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
  const schedule = async (key: string, to = NEWS) => {
    const payload = { to, data: { n: '1' }, send_at: inAMinute() };
    const answer = await push.raw({ payload, headers: { authorization: `Bearer ${key}` } });
    expect(answer.statusCode, answer.body).toBe(200);
    const { multicast_id, message_id } = answer.json<Record<string, number>>();
    return (message_id ?? multicast_id)!;
  };
  /** Somebody of some groups at the console; sends with what is given besides. */
  const signIn = async (...groups: string[]) => {
    const { db } = push.server;
    const sessions = new ConsoleSessions({
      db,
      tokens: createAdminTokens(db, []),
      rootTokens: [],
      people,
    });
    const person = { subject: 'ada', name: 'Ada', groups };
    const { secret } = await sessions.signInPerson(person, { address: '', requestId: '' });
    const headers = { ...CONSOLE_HEADERS, cookie: `console_session=${secret}` };
    return async (to = NEWS, besides: object = { send_at: inAMinute() }) => {
      const payload = { to, data: { n: '1' }, ...besides };
      const url = '/console/api/fcm/send';
      const answer = await push.server.app.inject({ method: 'POST', url, headers, payload });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ message_id: number }>().message_id;
    };
  };
  const letComeDue = () =>
    push.server.db.run(`UPDATE push_messages SET send_at = 1 WHERE state = 'scheduled'`);
  const read = (path: string) => push.server.send('GET', path);
  const recordOf = async (id: number) =>
    (await read(`/v1/admin/messages/${id}`)).json<PushMessageRecord>();
  const stateOf = async (id: number) => (await recordOf(id)).state;
  /** What became of messages once they were due: sent, or the reason why not. */
  const outcomesOf = async (...ids: number[]) => {
    await letComeDue();
    const outcomes: (string | undefined)[] = [];
    for (const id of ids) {
      await expect.poll(() => stateOf(id)).not.toBe('accepted');
      const { state, reason } = await recordOf(id);
      outcomes.push(state === 'cancelled' ? reason : state);
    }
    return outcomes;
  };
  const remove = async (path: string) =>
    expect((await push.server.send('DELETE', path)).statusCode).toBeLessThan(300);
  const cancellations = async (target: string) =>
    (await read(`/v1/admin/audit?action=push.cancel&target=${target}`)).json<{
      items: { actor: string; details: object }[];
    }>().items;

  it('is not sent once the server key was revoked, and the audit log says so', async () => {
    const [revoked, kept] = [await issueKey(), await issueKey()];
    const [one, two, other] = [
      await schedule(revoked.key),
      await schedule(revoked.key),
      await schedule(kept.key),
    ];
    await remove(`/v1/admin/server-keys/${revoked.id}`);
    expect(await outcomesOf(other, one, two)).toEqual([
      'stored',
      'sender-revoked',
      'sender-revoked',
    ]);
    expect(await cancellations(revoked.id)).toMatchObject([
      { actor: 'system', details: { because: 'sender-revoked', messages: 2 } },
    ]);
  });

  it('is not sent once the admin token was revoked, which each device says, too', async () => {
    const { id, token } = await issueToken();
    const message = await schedule(token, (await push.device()).token);
    await remove(`/v1/admin/tokens/${id}`);
    expect(await outcomesOf(message)).toEqual(['sender-revoked']);
    expect((await recordOf(message)).deliveries).toMatchObject([
      { state: 'cancelled', reason: 'sender-revoked' },
    ]);
    expect(await cancellations(id)).toHaveLength(1);
  });

  it('is not sent while the mini-app that the key is for is suspended', async () => {
    const appId = await newMiniApp();
    const { id, key } = await issueKey({ miniApps: [appId] });
    const before = await schedule(key, updatesOf(appId));
    expect(await outcomesOf(before)).toEqual(['stored']);
    const message = await schedule(key, updatesOf(appId));
    await suspend(appId);
    expect(await outcomesOf(message)).toEqual(['mini-app-suspended']);
    expect(await cancellations(id)).toMatchObject([
      { details: { because: 'mini-app-suspended', appId, messages: 1 } },
    ]);
  });

  it('is not sent in the name of a suspended mini-app, though its sender has another one', async () => {
    const [stopped, other] = [await newMiniApp(), await newMiniApp()];
    const { key } = await issueKey({ miniApps: [stopped, other] });
    const messages = [
      await schedule(key, updatesOf(stopped)),
      await schedule(key, updatesOf(other)),
    ];
    await suspend(stopped);
    expect(await outcomesOf(...messages)).toEqual(['mini-app-suspended', 'stored']);
  });

  it('is not sent in the name of a mini-app that is another publisher’s by then', async () => {
    const [before, after] = [await newPublisher(), await newPublisher()];
    const [lost, kept] = [await newMiniApp(), await newMiniApp()];
    for (const appId of [lost, kept]) await assign(appId, before);
    const { id, token } = await issueToken({ publisher: before });
    const messages = [
      await schedule(token, updatesOf(lost)),
      await schedule(token, updatesOf(kept)),
    ];
    await assign(lost, after);
    expect(await outcomesOf(...messages)).toEqual(['mini-app-taken-away', 'stored']);
    expect(await cancellations(id)).toMatchObject([
      { details: { because: 'mini-app-taken-away', appId: lost, messages: 1 } },
    ]);
  });

  it('is sent for people of an identity provider by what their groups may do then', async () => {
    const appId = await newMiniApp();
    const mayBe = async (...then: GroupRule[]) => {
      rules.splice(0, rules.length, { group: 'ops', role: 'sender' });
      const send = await signIn('ops');
      const message = await send();
      rules.splice(0, rules.length, ...then);
      return outcomesOf(message);
    };
    expect(await mayBe({ group: 'ops', role: 'sender' })).toEqual(['stored']);
    expect(await mayBe()).toEqual(['role-taken-away']);
    expect(await mayBe({ group: 'others', role: 'sender' })).toEqual(['role-taken-away']);
    expect(await mayBe({ group: 'ops', role: 'viewer' })).toEqual(['role-taken-away']);
    const ofOneApp = { group: 'ops', role: 'sender', apps: [appId] } as const;
    expect(await mayBe(ofOneApp)).toEqual(['mini-app-taken-away']);
    expect(await cancellations('person:ada')).toHaveLength(4);
  });

  it('is sent for people in the name of the mini-apps alone that their role is for then', async () => {
    const [lost, kept] = [await newMiniApp(), await newMiniApp()];
    const roleFor = (...apps: string[]) =>
      void rules.splice(0, rules.length, { group: 'team', role: 'sender', apps });
    roleFor(lost, kept);
    const send = await signIn('team');
    const messages = [await send(updatesOf(lost)), await send(updatesOf(kept))];
    roleFor(kept);
    expect(await outcomesOf(...messages)).toEqual(['mini-app-taken-away', 'stored']);
  });

  it('is not sent for people whose groups are not known, and only of what they schedule they are kept', async () => {
    rules.splice(0, rules.length, { group: 'ops', role: 'sender' });
    const send = await signIn('ops');
    const atOnce = await send(NEWS, {});
    const message = await send();
    const kept = () =>
      push.server.db.all(
        'SELECT message_id, proven FROM push_schedulers WHERE message_id IN (?, ?)',
        atOnce,
        message,
      );
    const proven = JSON.stringify({ issuer: ISSUER, groups: ['ops'] });
    expect(await kept()).toEqual([{ message_id: message, proven }]);
    // As releases before this one stored it.
    await push.server.db.run('DELETE FROM push_schedulers WHERE message_id = ?', message);
    expect(await outcomesOf(message)).toEqual(['sender-unknown']);
  });
});
