import type { AuditEntry, CatalogEntry, MiniProgram, Problem, PublisherKey } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ATTEMPTS, send } from './attempts.ts';
import { type Bed, createBed, registerAs, releaseVersion } from './Bed.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('a publisher with a valid token', () => {
  let bed: Bed;
  beforeAll(async () => void (bed = await createBed()));
  afterAll(() => bed.server.close());

  /** What people and operators see; nothing of it is the hostile publisher's to change by these attempts. */
  async function everythingTold() {
    const read = async (path: string) => (await bed.server.send('GET', path)).json<object>();
    return {
      catalog: await read('/v1/mini-programs?platform=ios&hostVersion=9.0.0'),
      programs: await read('/v1/admin/mini-programs?limit=100'),
      publishers: await read('/v1/admin/publishers?limit=100'),
      keys: await read('/v1/admin/keys?limit=100'),
      tokens: ((await read('/v1/admin/tokens?limit=100')) as { items: object[] }).items.length,
      audit: ((await read('/v1/admin/audit?limit=1')) as { items: AuditEntry[] }).items[0]?.id,
    };
  }

  it.each(ATTEMPTS)('gets nowhere by $what', async (attempt) => {
    const before = await everythingTold();
    const response = await send(bed, attempt);
    expect(response.json<Problem>().code, response.body).toBe(attempt.refused);
    expect(await everythingTold()).toEqual(before);
  });

  it('cannot use any address of the admin API that names a mini-app of others', async () => {
    const { server, mallory, victim, nobodys } = bed;
    const named = server.routes.filter(({ url }) => /^\/v1\/admin\/.*:appId/.test(url));
    // Filters by what the address looks like must not end up with nothing.
    expect(named.length).toBeGreaterThan(40);
    const before = await everythingTold();
    for (const { method, url } of named) {
      for (const appId of [victim.appId, nobodys]) {
        const path = url
          .replace(':appId', appId)
          .replace(':version', '1.0.0')
          .replace(':file', 'ios.zip')
          .replace(/:\w+/g, 'x');
        for (const each of [method].flat() as ('GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD')[]) {
          const payload = each === 'GET' || each === 'HEAD' ? {} : { payload: {} };
          const { statusCode } = await server.send(each, path, {
            token: mallory.token,
            ...payload,
          });
          expect(statusCode, `${each} ${url}`).toBe(403);
        }
      }
    }
    expect(await everythingTold()).toEqual(before);
  });

  it('sees what is its own in lists, and nothing else', async () => {
    const { mallory, server } = bed;
    const list = async <Item>(path: string) =>
      (await server.send('GET', path, { token: mallory.token })).json<{ items: Item[] }>().items;
    const programs = await list<MiniProgram>('/v1/admin/mini-programs?limit=100');
    expect(programs.map(({ appId }) => appId)).toEqual([mallory.appId]);
    expect(await list<PublisherKey>('/v1/admin/keys?limit=100')).toEqual([]);
  });

  it('sends to no topic that is not of its mini-app', async () => {
    const { mallory, victim, server } = bed;
    const headers = { authorization: `Bearer ${mallory.token}` };
    for (const topic of ['promotions', `miniapp_${victim.appId}_updates`, 'user_1']) {
      const response = await server.send('POST', '/fcm/send', {
        token: undefined,
        headers,
        payload: { to: `/topics/${topic}`, notification: { title: 'Prize', body: 'Tap' } },
      });
      expect(response.body).not.toContain('"message_id"');
    }
  });

  it('cannot let its mini-app run again that an operator stopped', async () => {
    const { mallory, server } = bed;
    const at = `/v1/admin/mini-programs/${mallory.appId}`;
    const { token } = mallory;
    await server.post(`${at}/suspend`, { reason: 'Phishing' });
    // Nor by stopping it itself first.
    for (const name of ['suspend', 'resume']) {
      const response = await server.post(`${at}/${name}`, {}, { token });
      expect(response.json<Problem>().code, name).toBe('operator-needed');
    }
    const { items } = (await server.send('GET', '/v1/mini-programs')).json<{
      items: CatalogEntry[];
    }>();
    expect(items.map(({ appId }) => appId)).not.toContain(mallory.appId);
    await server.post(`${at}/resume`);
    // What it stopped itself, it may start again.
    await server.post(`${at}/suspend`, {}, { token });
    expect((await server.post(`${at}/resume`, {}, { token })).statusCode).toBe(200);
  });

  it('cannot release what an operator paused, in any way', async () => {
    const { mallory, server } = bed;
    const at = `/v1/admin/mini-programs/${mallory.appId}`;
    const { token } = mallory;
    const codeOf = async (path: string, body: object = {}) =>
      (await server.post(`${at}/${path}`, body, { token })).json<Problem>().code;
    await releaseVersion(bed, '1.1.0');
    // Its own pause is its own to lift, until an operator makes it theirs.
    const own = await server.post(`${at}/versions/1.0.0/pause`, {}, { token });
    expect(own.statusCode).toBe(200);
    expect((await server.post(`${at}/versions/1.0.0/release`, {}, { token })).statusCode).toBe(200);
    await server.post(`${at}/versions/1.0.0/pause`, {}, { token });
    const taken = await server.post(`${at}/versions/1.0.0/pause`, { reason: 'Phishing' });
    expect(taken.statusCode).toBe(200);
    expect(await codeOf('versions/1.0.0/release')).toBe('operator-needed');
    expect(await codeOf('rollback', { to: '1.0.0' })).toBe('operator-needed');
    expect(await codeOf('versions/1.0.0/pause')).toBe('invalid-transition');
    expect(await codeOf('versions/1.0.0/release')).toBe('operator-needed');
    expect((await server.post(`${at}/versions/1.0.0/release`)).statusCode).toBe(200);
    // Lifted by an operator, it is as before.
    await server.post(`${at}/versions/1.0.0/pause`, {}, { token });
    expect((await server.post(`${at}/versions/1.0.0/release`, {}, { token })).statusCode).toBe(200);
  });

  it('does not get a path that another mini-app gave up, until it is long ago or an operator says so', async () => {
    const { mallory, victim, server } = bed;
    const pathOf = (appId: string) => `/v1/admin/mini-programs/${appId}/path`;
    const move = (appId: string, path: string, token: string | undefined) =>
      server.send('PUT', pathOf(appId), { payload: { path }, ...(token && { token }) });
    await move(victim.appId, 'city-bank', victim.token);
    expect((await move(victim.appId, 'bank', victim.token)).statusCode).toBe(200);
    const squatting = await move(mallory.appId, 'city-bank', mallory.token);
    expect(squatting.json<Problem>().code).toBe('path-taken');
    // Nor by an id whose usual path it is.
    const twin = `com.mallory.city-bank`.replace('-', '');
    await move(victim.appId, 'citybank', victim.token);
    await move(victim.appId, 'bank', victim.token);
    await registerAs(bed, twin);
    const read = await server.send('GET', `/v1/admin/mini-programs/${twin}`);
    expect(read.json<MiniProgram>().path).toBe('mallory-citybank');
    // Whoever gave it up has it back at once.
    expect((await move(victim.appId, 'city-bank', victim.token)).statusCode).toBe(200);
    await move(victim.appId, 'bank', victim.token);
    await server.db.run('UPDATE former_paths SET given_up_at = ?', Date.now() - 90 * DAY_MS);
    expect((await move(mallory.appId, 'city-bank', mallory.token)).statusCode).toBe(200);
    await move(victim.appId, 'safe', victim.token);
    expect((await move(mallory.appId, 'bank', mallory.token)).json<Problem>().code).toBe(
      'path-taken',
    );
    expect((await move(mallory.appId, 'bank', undefined)).statusCode).toBe(200);
  });
});
