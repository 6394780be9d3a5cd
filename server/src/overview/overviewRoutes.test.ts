import type { MiniProgram, Overview, SendSeries, VersionSeries } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { dayOf } from '../hosting/analytics/dayOf.ts';
import { addToSendDays, countNewSends } from '../push/messages/sendDayRows.ts';
import { type TestServer, createTestServer, newAppId } from '../testing/createTestServer.ts';
import { expectProblem } from '../testing/expectProblem.ts';
import { readPages } from '../testing/readPages.ts';
import { testEngines } from '../testing/testEngines.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(testEngines())('what is going on ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const read = async <Answer>(path: string, token?: string) => {
    const response = await server.send('GET', `/v1/admin${path}`, { ...(token && { token }) });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<Answer>();
  };
  const report = (appId: string, change: object) =>
    server.post(
      `/v1/mini-programs/${appId}/reports`,
      {
        version: '1.0.0',
        platform: 'ios',
        hostVersion: '1.0.0',
        installId: 'install-1',
        kind: 'loaded',
        ...change,
      },
      { token: undefined },
    );
  const send = (token: string) =>
    server.send('POST', '/fcm/send', {
      payload: { to: '/topics/news', notification: { title: 'Hello' } },
      token,
    });

  it('counts sends by sender and day, each message once', async () => {
    const { id, token } = await server.issue({ role: 'sender' });
    for (let index = 0; index < 3; index++) await send(token);
    const first = await read<SendSeries>(`/series/sends?sender=${id}`);
    expect(first.days).toMatchObject([{ day: dayOf(Date.now()), sender: id, accepted: 3 }]);
    await send(token);
    await Promise.all(Array.from({ length: 5 }, () => countNewSends(server.db)));
    const second = await read<SendSeries>(`/series/sends?sender=${id}&days=1`);
    expect(second.days).toMatchObject([{ accepted: 4 }]);
    // Counting starts where it ended: what is deleted stays counted.
    await server.db.run('DELETE FROM push_messages WHERE sender = ?', id);
    expect((await read<SendSeries>(`/series/sends?sender=${id}`)).days).toEqual(second.days);
  });

  it('adds what became of messages to the day on which it happened', async () => {
    const { id, token } = await server.issue({ role: 'sender' });
    const { message_id } = (await send(token)).json<{ message_id: number }>();
    const counts = new Map([[message_id, { sent: 3, delivered: 2, opened: 1 }]]);
    const yesterday = Date.now() - DAY_MS;
    for (const at of [yesterday, Date.now(), Date.now()]) {
      await server.db.transaction((tx) => addToSendDays(tx, counts, at));
    }
    const { days } = await read<SendSeries>(`/series/sends?sender=${id}`);
    expect(days).toMatchObject([
      { day: dayOf(yesterday), accepted: 0, sent: 3, delivered: 2, opened: 1 },
      { day: dayOf(Date.now()), accepted: 1, sent: 6, delivered: 4, opened: 2 },
    ]);
  });

  it('shows a token for some mini-apps what it sent itself, and no figures of the whole', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    const { id, token } = await server.issue({ scopes: ['read', 'push'], apps: [appId] });
    const { days } = await read<SendSeries>('/series/sends', token);
    expect(days.filter(({ sender }) => sender !== id)).toEqual([]);
    expectProblem(
      await server.send('GET', '/v1/admin/series/sends?sender=root', { token }),
      'app-not-allowed',
    );
    const overview = await read<Overview>('/overview', token);
    expect(Object.keys(overview).toSorted()).toEqual([
      'attention',
      'more',
      'released',
      'scheduled',
    ]);
    expect(overview.released).toMatchObject([{ appId, version: '1.0.0', percentage: 100 }]);
  });

  it('tells the share of installs that ran each version on a day, each install once', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    await server.publish(appId, '1.1.0', { percentage: 100 });
    for (const installId of ['a1', 'a2', 'a3', 'a4']) await report(appId, { installId });
    await report(appId, { installId: 'a1' });
    // It is updated: on this day it counts for the version that it ran last.
    await report(appId, { installId: 'a1', version: '1.1.0' });
    await report(appId, { installId: 'a2', version: '1.1.0', kind: 'load-failed' });
    await report(appId, { installId: 'a3', kind: 'crashed' });
    const { days } = await read<VersionSeries>(`/mini-programs/${appId}/series?days=2`);
    expect(days).toMatchObject([
      { version: '1.0.0', installs: 3, share: 0.75, loaded: 5, crashed: 1 },
      { version: '1.1.0', installs: 1, share: 0.25, loaded: 1, loadFailed: 1 },
    ]);
    const usage = {
      day: dayOf(Date.now()),
      installs: 4,
      onNewest: 0.25,
      mostInstalls: 4,
      crashFree: 1 - 1 / 6,
    };
    expect((await read<MiniProgram>(`/mini-programs/${appId}`)).usage).toEqual(usage);
    const unused = newAppId();
    await server.publish(unused, '1.0.0', { percentage: 100 });
    const apps = (await readPages<MiniProgram>(server, '/v1/admin/mini-programs')).flat();
    expect(apps.find((app) => app.appId === appId)?.usage).toEqual(usage);
    expect(apps.find((app) => app.appId === unused)).not.toHaveProperty('usage');
    // What is longer ago is not looked at.
    await server.db.run(`UPDATE adoption_days SET day = '2020-01-01' WHERE app_id = ?`, appId);
    expect(await read(`/mini-programs/${appId}`)).not.toHaveProperty('usage');
    const kept = await server.db.all('SELECT install FROM adoption_installs');
    expect(JSON.stringify(kept)).not.toMatch(/"a[1-4]"/);
  });

  it('says what needs attention: what paused, what fails, what ends soon', async () => {
    const [paused, failing, fine, suspended] = [newAppId(), newAppId(), newAppId(), newAppId()];
    for (const appId of [paused, failing, fine, suspended]) {
      await server.publish(appId, '1.0.0', { percentage: 100 });
    }
    await server.db.run(
      `UPDATE versions SET status = 'paused', paused_because = 'It crashed.' WHERE app_id = ?`,
      paused,
    );
    for (let index = 0; index < 5; index++) {
      for (const appId of [failing, fine]) {
        await report(appId, { kind: 'crashed-on-start', installId: `install-${index}` });
      }
    }
    // Five failures of very many openings are no more than a few of few.
    await server.db.run('UPDATE report_days SET loaded = 300 WHERE app_id = ?', fine);
    const few = newAppId();
    await server.publish(few, '1.0.0', { percentage: 100 });
    await report(few, { kind: 'crashed' });
    await server.post(`/v1/admin/mini-programs/${suspended}/suspend`, { reason: 'Phishing' });
    const { id } = await server.issue({ name: 'Ends soon', role: 'viewer' });
    const key = await server.post('/v1/admin/server-keys', {
      name: 'Shop',
      scopes: ['send'],
      expiresInSeconds: 3600,
    });
    await server.post('/v1/admin/server-keys', {
      name: 'Lasts',
      scopes: ['send'],
      expiresInSeconds: 15 * 24 * 3600,
    });
    const { attention, sends, connected } = await read<Overview>('/overview');
    expect(attention).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'paused', appId: paused, because: 'It crashed.' }),
        expect.objectContaining({ kind: 'failing', appId: failing, failedStarts: 5 }),
        { kind: 'suspended', appId: suspended, reason: 'Phishing' },
        expect.objectContaining({ kind: 'token-expires', id, name: 'Ends soon' }),
        {
          kind: 'server-key-expires',
          id: key.json<{ id: string }>().id,
          name: 'Shop',
          expiresAt: key.json<{ expiresAt: string }>().expiresAt,
        },
      ]),
    );
    for (const appId of [fine, few]) {
      expect(attention).not.toContainEqual(expect.objectContaining({ appId }));
    }
    await server.post(`/v1/admin/mini-programs/${suspended}/resume`);
    expect((await read<Overview>('/overview')).attention).not.toContainEqual(
      expect.objectContaining({ appId: suspended }),
    );
    expect(attention).not.toContainEqual(expect.objectContaining({ name: 'Lasts' }));
    expect(sends?.at(-1)?.accepted).toBeGreaterThan(0);
    expect(connected).toEqual({ devices: 0, nodes: 1 });
    const { token } = await server.issue({ role: 'viewer' });
    const seen = (await read<Overview>('/overview', token)).attention.map(({ kind }) => kind);
    expect(seen).not.toContain('token-expires');
    expect(seen).not.toContain('server-key-expires');
  });

  it('says which certificates end soon, to admins', async () => {
    const endsAt = Date.now() + DAY_MS;
    const certificates = {
      endingBefore: (time: number) => (endsAt < time ? [{ host: 'host.example', endsAt }] : []),
    };
    const other = await createTestServer({ certificates });
    try {
      const overview = async (token?: string) =>
        (
          await other.send('GET', '/v1/admin/overview', { ...(token && { token }) })
        ).json<Overview>();
      const expiresAt = new Date(endsAt).toISOString();
      expect((await overview()).attention).toEqual([
        { kind: 'certificate-expires', host: 'host.example', expiresAt },
      ]);
      const { token } = await other.issue({ role: 'viewer' });
      expect((await overview(token)).attention).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('says how many more there are than are shown', async () => {
    for (let index = 0; index < 23; index++) {
      await server.issue({ name: `Ends soon too ${index}`, role: 'viewer' });
    }
    const all = await server.db.all('SELECT id FROM tokens WHERE revoked_at IS NULL');
    const { attention, more } = await read<Overview>('/overview');
    expect(attention.filter(({ kind }) => kind === 'token-expires')).toHaveLength(20);
    expect(more).toContainEqual({ kind: 'token-expires', count: all.length - 20, isExact: true });
    expect(more.filter(({ count }) => count === 0)).toEqual([]);

    const apps = [newAppId(), newAppId()];
    for (const appId of apps) {
      for (let minor = 0; minor < 11; minor++) {
        await server.db.run(
          `INSERT INTO reviews (app_id, version, state, submission, submitted_by, submitted_at) VALUES (?, ?, 'submitted', 1, 'ann', ?)`,
          appId,
          `1.${minor}.0`,
          minor,
        );
      }
    }
    const { token } = await server.issue({ scopes: ['read'], apps });
    const own = await read<Overview>('/overview', token);
    expect(own.attention).toHaveLength(20);
    expect(own.more).toEqual([{ kind: 'submitted', count: 2, isExact: true }]);
  });

  it('refuses more days than are kept', async () => {
    for (const days of ['0', '401', 'x']) {
      expectProblem(
        await server.send('GET', `/v1/admin/series/sends?days=${days}`),
        'invalid-query',
      );
    }
    expectProblem(
      await server.send('GET', '/v1/admin/mini-programs/com.acme.none/series'),
      'mini-program-not-found',
    );
  });
});
