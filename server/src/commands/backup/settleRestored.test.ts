import type { IssuedServerKey, PushMessageRecord, RegistrationRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeConsoleLink } from '../../operations/console/consoleLinks.ts';
import { newAddress, signInTo } from '../../operations/console/testing/signInTo.ts';
import {
  ADMIN_TOKEN,
  SERVER_KEY,
  type TestServer,
  createTestServer,
  newAppId,
} from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { settleRestored } from './settleRestored.ts';

const HOUR_MS = 3_600_000;
const tables = [
  ['console_sessions'],
  ['scheduled_releases'],
  ['server_keys', 'expires_at'],
  ['audit_log', 'changed'],
  ['push_messages', 'cancelled_at', 'cancelled_because'],
].map(([name, ...columns]) => ({ name: name!, columns, rows: 0, sha256: '' }));

describe.each(testEngines())('what a restored backup brings back ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const madeAt = new Date(Date.now() - 1000).toISOString();
  const settle = (now: number, known = tables) =>
    server.db.transaction((tx) => settleRestored(tx, { madeAt, tables: known }, now));
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

  const send = async (to: string, hours: number) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/fcm/send',
      headers: { authorization: `key=${SERVER_KEY}` },
      payload: { to, send_at: inHours(hours), time_to_live: 86_400 },
    });
    return response.json<{ message_id: number }>().message_id;
  };
  const stored = (id: number) =>
    server.db.get<{ state: string; cancelled_at: number | null; cancelled_because: string | null }>(
      'SELECT state, cancelled_at, cancelled_because FROM push_messages WHERE id = ?',
      id,
    );

  it('signs nobody in to the console: sessions have ended, and links of before are refused', async () => {
    const signedIn = await signInTo(server, { token: ADMIN_TOKEN });
    const before = makeConsoleLink(ADMIN_TOKEN, Date.now());
    const now = Date.now();
    expect(await settle(now)).toContain('console: 1 sessions ended, and links that sign in');
    expect((await signedIn.send('GET', '/session')).statusCode).toBe(401);
    const signIn = (link: string) =>
      server.app.inject({
        method: 'POST',
        url: '/console/api/session',
        remoteAddress: newAddress(),
        headers: { 'x-console': '1', 'sec-fetch-site': 'same-origin' },
        payload: { link },
      });
    expect((await signIn(before)).statusCode).toBe(401);
    expect((await signIn(makeConsoleLink(ADMIN_TOKEN, now + 1))).statusCode).toBe(201);
  });

  it('makes no release and sends no message that was due meanwhile, and keeps what is to come', async () => {
    const schedule = async (hours: number) => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      const path = `/v1/admin/mini-programs/${appId}/versions/1.0.0`;
      await server.post(`${path}/schedule`, { at: inHours(hours), percentage: 100 });
      return { appId, path };
    };
    const dueRelease = await schedule(1);
    const comingRelease = await schedule(3);
    const due = await send('/topics/news', 1);
    const coming = await send('/topics/news', 3);

    const now = Date.now() + 2 * HOUR_MS;
    const said = await settle(now);
    expect(said).toContain('scheduled releases: 1 were due since and failed, 1 are to come');
    expect(said).toContain(`  ${dueRelease.appId}@1.0.0`);
    expect(said).toContain('scheduled messages: 1 were due since and are cancelled, 1 are to come');

    const read = async (path: string) =>
      (await server.send('GET', path)).json<RegistrationRecord>();
    expect((await read(dueRelease.path)).scheduled?.failed).toContain(
      `It was due between the backup of ${madeAt} and its restore`,
    );
    expect((await read(comingRelease.path)).scheduled).not.toHaveProperty('failed');
    const stateOf = async (id: number) => {
      const response = await server.send('GET', `/v1/push/messages/${id}`, { token: SERVER_KEY });
      return response.json<PushMessageRecord>().state;
    };
    expect(await stateOf(due)).toBe('cancelled');
    expect(await stored(due)).toMatchObject({ cancelled_at: now, cancelled_because: 'restored' });
    expect(await stateOf(coming)).toBe('accepted');
    const { items } = (await server.send('GET', '/v1/admin/audit?action=backup.restore')).json();
    expect(items[0]).toMatchObject({
      actor: 'system',
      target: madeAt,
      details: {
        failedReleases: [`${dueRelease.appId}@1.0.0`],
        cancelledMessages: 1,
        comingReleases: 1,
        comingMessages: 1,
      },
    });
  });

  it('tells which tokens and keys are valid, not those that were revoked or have expired', async () => {
    const kept = await server.issue({ name: 'Kept', role: 'viewer' });
    const revoked = await server.issue({ name: 'Revoked', role: 'viewer' });
    await server.send('DELETE', `/v1/admin/tokens/${revoked.id}`);
    const expired = await server.issue({ name: 'Expired', role: 'viewer', expiresInSeconds: 1 });
    const issueKey = async (name: string) => {
      const body = { name, scopes: ['send'] };
      return (await server.post('/v1/admin/server-keys', body)).json<IssuedServerKey>();
    };
    const key = await issueKey('Shop');
    const revokedKey = await issueKey('Old shop');
    await server.send('DELETE', `/v1/admin/server-keys/${revokedKey.id}`);

    const said = await settle(Date.now() + 2000);
    expect(said).toContain(`  ${kept.id} Kept`);
    expect(said).toContain(`  ${key.id} Shop`);
    for (const { id } of [revoked, expired, revokedKey]) expect(said.join('\n')).not.toContain(id);
  });

  it('is settled for a backup of an older release, too, whose tables are not those of now', async () => {
    const due = await send('/topics/older', 4);
    const said = await settle(Date.now() + 5 * HOUR_MS, []);
    expect(await stored(due)).toEqual({
      state: 'cancelled',
      cancelled_at: null,
      cancelled_because: null,
    });
    expect(said).toContain('scheduled releases: 0 were due since and failed, 0 are to come');
  });
});
