import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AppToken } from '@host/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { readConfig } from '../config/readConfig.ts';
import { answerAs } from '../people/testing/answerAs.ts';
import { personOn, sendAs } from '../people/testing/personOn.ts';
import { rotate } from '../commands/rotate.ts';
import { startServer } from '../startServer.ts';
import { type TestServer, createTestServer, newAppId } from '../testing/createTestServer.ts';
import type { TestPlace } from '../testing/testDatabase.ts';
import { testEngines } from '../testing/testEngines.ts';
import { vouchFor } from '../testing/vouchFor.ts';

const OLD = 'people-secret-of-before';
const NEW = 'people-secret-of-now';

describe.each(testEngines())('changing secrets ($name)', (engine) => {
  let place: TestPlace;
  let server: TestServer | undefined;
  beforeEach(async () => void (place = await engine.createPlace()));
  afterEach(async () => {
    await stop();
    await place.remove();
  });
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  const restart = async (options: Parameters<typeof createTestServer>[0] = {}) => {
    await stop();
    server = await createTestServer({ place, ...options });
    return server;
  };
  const dryRun = (on: TestServer, key: string) =>
    on.send('POST', '/fcm/send', {
      token: undefined,
      headers: { authorization: `key=${key}` },
      payload: { to: '/topics/news', dry_run: true },
    });

  it('accepts the old ADMIN_TOKEN and SERVER_KEY beside the new ones, and then no more', async () => {
    const [oldToken, newToken] = ['an-old-admin-token', 'a-new-admin-token'];
    const [oldKey, newKey] = ['an-old-server-key', 'a-new-server-key'];
    const during = await restart({
      adminToken: newToken,
      previousAdminToken: oldToken,
      serverKey: newKey,
      previousServerKey: oldKey,
    });
    for (const token of [oldToken, newToken]) {
      expect((await during.send('GET', '/v1/admin/tokens', { token })).statusCode).toBe(200);
    }
    for (const key of [oldKey, newKey]) expect((await dryRun(during, key)).statusCode).toBe(200);

    const after = await restart({ adminToken: newToken, serverKey: newKey });
    expect((await after.send('GET', '/v1/admin/tokens', { token: oldToken })).statusCode).toBe(401);
    expect((await after.send('GET', '/v1/admin/tokens', { token: newToken })).statusCode).toBe(200);
    expect((await dryRun(after, oldKey)).statusCode).toBe(401);
    expect((await dryRun(after, newKey)).statusCode).toBe(200);
  });

  it('keeps people signed in and their openIds while PEOPLE_SECRET changes', async () => {
    const before = await restart({ people: { secret: OLD } });
    const session = await (await personOn(before)).signIn();
    const appId = newAppId();
    await vouchFor(before, appId, '1.0.0', { permissions: ['user'], release: {} });
    await answerAs(before, session, appId, 'granted');
    const openIdOf = async (on: TestServer) => {
      const answer = await sendAs(on, session, 'POST', `/v1/mini-programs/${appId}/token`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<AppToken>().user.openId;
    };
    const openId = await openIdOf(before);

    const during = await restart({ people: { secret: NEW, previousSecret: OLD } });
    expect(await openIdOf(during)).toBe(openId);
    const after = await restart({ people: { secret: NEW } });
    expect(await openIdOf(after)).toBe(openId);
    const refreshed = await after.post(
      '/v1/sessions/refresh',
      { refreshToken: session.refreshToken },
      { token: undefined },
    );
    expect(refreshed.statusCode).toBe(200);
    await expect(restart({ people: { secret: OLD } })).rejects.toThrow(/PEOPLE_SECRET/);
  });

  it('signs with a new key when the root token wants it; people stay signed in', async () => {
    const on = await restart();
    const session = await (await personOn(on)).signIn();
    const replace = (body: object) => on.post('/v1/admin/signing-keys', body);
    expect((await replace({})).statusCode).toBe(201);
    expect((await sendAs(on, session, 'GET', '/v1/me')).statusCode).toBe(200);
    expect((await replace({ revokeOld: true })).statusCode).toBe(201);
    expect((await sendAs(on, session, 'GET', '/v1/me')).statusCode).toBe(401);
    const refreshed = await on.post(
      '/v1/sessions/refresh',
      { refreshToken: session.refreshToken },
      { token: undefined },
    );
    expect((await sendAs(on, refreshed.json(), 'GET', '/v1/me')).statusCode).toBe(200);
    const { token } = await on.issue({ scopes: ['publish'] });
    const refused = await on.post('/v1/admin/signing-keys', {}, { token });
    expect(refused.statusCode).toBe(403);
  });
});

describe.each(testEngines().filter(({ name }) => name === 'PostgreSQL'))(
  'changing secrets of several nodes ($name)',
  (engine) => {
    it('keeps everybody signed in while PEOPLE_SECRET changes on one node after the other', async () => {
      const place = await engine.createPlace();
      const nodes: TestServer[] = [];
      const restartNode = async (
        n: number,
        people: { secret: string; previousSecret?: string },
      ) => {
        await nodes[n]?.close();
        nodes[n] = await createTestServer({ place, people });
        return nodes[n];
      };
      /** On each node a new person signs in, and is who they are on the other one. */
      const areOne = async () => {
        for (const [here, there] of [nodes, nodes.toReversed()] as [TestServer, TestServer][]) {
          const session = await (await personOn(here)).signIn();
          expect((await sendAs(there, session, 'GET', '/v1/me')).statusCode).toBe(200);
          const { refreshToken } = session;
          const refreshed = await there.post(
            '/v1/sessions/refresh',
            { refreshToken },
            { token: undefined },
          );
          expect(refreshed.statusCode, refreshed.body).toBe(200);
        }
      };
      const steps = [
        { secret: OLD },
        { secret: OLD, previousSecret: NEW },
        { secret: NEW, previousSecret: OLD },
        { secret: NEW },
      ];
      for (const people of steps) {
        for (const n of [0, 1]) {
          await restartNode(n, people);
          if (nodes.length < 2) continue;
          await areOne();
          if (n === 1) continue;
          // A key that is made meanwhile by the other node, which seals with what it has.
          const made = await nodes[1]!.post('/v1/admin/signing-keys', { revokeOld: true });
          expect(made.statusCode, made.body).toBe(201);
          await vi.waitFor(areOne, { timeout: 10_000 });
        }
      }
      for (const node of nodes) await node.close();
      await place.remove();
    }, 60_000);
  },
);

describe('secrets that the server made for itself', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'rotation-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const environment = () => ({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const run = (...args: string[]) => rotate(() => readConfig(environment()), args);
  const secretIn = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim();
  const statusOf = async (token: string) => {
    const server = await startServer(readConfig(environment()));
    try {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${server.address}/v1/admin/tokens`, { headers })).status;
    } finally {
      await server.close();
    }
  };

  it('are changed by the command rotate, in two steps', async () => {
    await statusOf('nobody');
    const old = await secretIn('admin-token');
    await run('admin-token');
    await run('people-secret');
    const made = await secretIn('admin-token');
    expect([await statusOf(old), await statusOf(made)]).toEqual([200, 200]);
    await expect(run('admin-token')).rejects.toThrow(/--finish/);
    await run('admin-token', '--finish');
    await run('people-secret', '--finish');
    expect([await statusOf(old), await statusOf(made)]).toEqual([401, 200]);
  });

  it('are not changed where the environment sets them, and --help says how', async () => {
    const set = () => readConfig({ ...environment(), ADMIN_TOKEN: 'set-by-the-environment' });
    await expect(rotate(set, ['admin-token'])).rejects.toThrow(/ADMIN_TOKEN_PREVIOUS/);
    expect(await run('--help')).toContain('rotate <admin-token|server-key|people-secret>');
  });

  it.each([
    [
      ['foo'],
      'rotate: there is no secret "foo". Use one of admin-token, server-key, people-secret.',
    ],
    [
      ['admin-tokne'],
      'rotate: there is no secret "admin-tokne". Use one of admin-token, server-key, people-secret. Did you mean admin-token?',
    ],
    [
      ['admin-token', '--finsh'],
      'rotate: there is no option "--finsh". Use one of --finish, --help. Did you mean --finish?',
    ],
    [['toString'], 'rotate: there is no secret "toString". Use one of'],
    [[], 'rotate: which secret? It is one of admin-token, server-key, people-secret.'],
    [
      ['admin-token', 'server-key'],
      'rotate: "server-key" is too much: one secret is changed at a time.',
    ],
  ])('are not changed by rotate %j, which says what is wrong', async (args, message) => {
    const failure = await run(...args).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(failure.startsWith(message), failure).toBe(true);
    expect(failure).toContain('rotate <admin-token|server-key|people-secret> [--finish]');
  });
});
