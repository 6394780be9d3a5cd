import type { IssuedServerKey, IssuedToken, PushMessageRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newAppId } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const NEWS = '/topics/news';

describe.each(testEngines())('what is due of a sender ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => {
    push = await startPushServer({ engine });
  });
  afterAll(() => push.close());

  const issueKey = async (bound: object = {}) => {
    const body = { name: 'Back end', scopes: ['send'], ...bound };
    const response = await push.server.post('/v1/admin/server-keys', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json<IssuedServerKey>();
  };
  const issueToken = async () => {
    const body = { name: 'Console', scopes: ['push'], expiresInSeconds: 3600 };
    const response = await push.server.post('/v1/admin/tokens', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json<IssuedToken>();
  };
  const schedule = async (key: string, to = NEWS) => {
    const payload = { to, data: { n: '1' }, send_at: new Date(Date.now() + 60_000).toISOString() };
    const answer = await push.raw({ payload, headers: { authorization: `Bearer ${key}` } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ message_id: number }>().message_id;
  };
  const letComeDue = () =>
    push.server.db.run(`UPDATE push_messages SET send_at = 1 WHERE state = 'scheduled'`);
  const read = (path: string) => push.server.send('GET', path);
  const stateOf = async (id: number) =>
    (await read(`/v1/admin/messages/${id}`)).json<PushMessageRecord>().state;
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
    await letComeDue();
    await expect.poll(() => stateOf(other)).toBe('stored');
    expect([await stateOf(one), await stateOf(two)]).toEqual(['cancelled', 'cancelled']);
    expect(await cancellations(revoked.id)).toMatchObject([
      { actor: 'system', details: { because: 'sender-revoked', messages: 2 } },
    ]);
  });

  it('is not sent once the admin token was revoked', async () => {
    const { id, token } = await issueToken();
    const message = await schedule(token);
    await remove(`/v1/admin/tokens/${id}`);
    await letComeDue();
    await expect.poll(() => stateOf(message)).toBe('cancelled');
    expect(await cancellations(id)).toHaveLength(1);
  });

  it('is not sent while the mini-app that the key is for is suspended', async () => {
    const appId = newAppId();
    await vouchFor(push.server, appId, '1.0.0', {
      name: 'Orders',
      permissions: ['push'],
      release: {},
    });
    const { id, key } = await issueKey({ miniApps: [appId] });
    const to = `/topics/miniapp_${appId}_updates`;
    const before = await schedule(key, to);
    await letComeDue();
    await expect.poll(() => stateOf(before)).toBe('stored');
    const message = await schedule(key, to);
    const suspended = await push.server.post(`/v1/admin/mini-programs/${appId}/suspend`, {
      reason: 'It sends what it should not.',
    });
    expect(suspended.statusCode, suspended.body).toBe(200);
    await letComeDue();
    await expect.poll(() => stateOf(message)).toBe('cancelled');
    expect(await cancellations(id)).toMatchObject([
      { details: { because: 'mini-app-suspended', messages: 1 } },
    ]);
  });
});
