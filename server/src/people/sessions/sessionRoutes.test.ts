import { randomUUID } from 'node:crypto';

import { LIMITS, type SessionList, type SessionTokens } from '@host/contracts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type NativeSession, personOn, sendAs } from '../testing/personOn.ts';

describe.each(testEngines())('sessions ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());
  const refresh = (refreshToken: string) =>
    sendAs(server, undefined, 'POST', '/v1/sessions/refresh', { payload: { refreshToken } });
  const me = (session: { accessToken: string }) => sendAs(server, session, 'GET', '/v1/me');

  it('start with 201: an access token for ten minutes, a refresh token for thirty days', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    expect(session).toMatchObject({ expiresIn: 600, refreshToken: expect.stringMatching(/^hrt_/) });
    const claims = decodeJwt(session.accessToken);
    expect(claims).toMatchObject({ sub: person.me.id, sid: session.sessionId });
    expect(claims.exp! - claims.iat!).toBe(LIMITS.accessTokenSeconds);
    expect(decodeProtectedHeader(session.accessToken)).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    });
    const days = (Date.parse(session.refreshBefore) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    expect((await me(session)).json()).toEqual(person.me);
  });

  it('are refused alike for a wrong password and for an address that nobody has', async () => {
    const person = await personOn(server);
    const answers = await Promise.all(
      [person.email, `${randomUUID()}@example.com`].map((email) =>
        sendAs(server, undefined, 'POST', '/v1/sessions', {
          payload: { email, password: 'not my password' },
        }),
      ),
    );
    const [wrong, unknown] = answers.map((answer) => expectProblem(answer, 'credentials-wrong'));
    expect({ ...wrong, requestId: '' }).toEqual({ ...unknown, requestId: '' });
  });

  it('are refreshed: a new access token, and the next refresh token', async () => {
    const session = await (await personOn(server)).signIn();
    const response = await refresh(session.refreshToken);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const next = response.json<NativeSession>();
    expect(next.sessionId).toBe(session.sessionId);
    expect(next.refreshToken).not.toBe(session.refreshToken);
    expect((await me(next)).statusCode).toBe(200);
    expect((await refresh(next.refreshToken)).statusCode).toBe(200);
  });

  it('are signed out of at once: access token and refresh token are refused', async () => {
    const person = await personOn(server);
    const [session, other] = [await person.signIn(), await person.signIn()];
    const out = await sendAs(server, session, 'DELETE', '/v1/sessions/current');
    expect(out.json()).toEqual({ id: session.sessionId });
    expectProblem(await me(session), 'session-ended');
    expectProblem(await refresh(session.refreshToken), 'session-ended');
    expectProblem(await sendAs(server, session, 'DELETE', '/v1/sessions/current'), 'session-ended');
    expect((await me(other)).statusCode).toBe(200);
  });

  it('are listed to their person, the current one marked, and ended one by one', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const payload = { email: person.email, password: person.password };
    const headers = { 'user-agent': `Phone/1.0 ${'x'.repeat(300)}` };
    const other = (
      await sendAs(server, undefined, 'POST', '/v1/sessions', { payload, headers })
    ).json<SessionTokens>();
    const { items } = (await sendAs(server, session, 'GET', '/v1/sessions')).json<SessionList>();
    expect(items).toHaveLength(2);
    expect(items.find(({ current }) => current)?.id).toBe(session.sessionId);
    const listed = items.find(({ id }) => id === other.sessionId)!;
    expect(listed.userAgent).toMatch(/^Phone\/1\.0 x{190}$/);
    expect(JSON.stringify(items)).not.toContain('hrt_');

    const end = () => sendAs(server, session, 'DELETE', `/v1/sessions/${other.sessionId}`);
    expect((await end()).json()).toEqual({ id: other.sessionId });
    expectProblem(await end(), 'session-not-found');
    expectProblem(await me(other), 'session-ended');
    expect((await me(session)).statusCode).toBe(200);
  });

  it('are ended all but the one that asks, and none of somebody else', async () => {
    const [person, neighbour] = [await personOn(server), await personOn(server)];
    const [here, phone, laptop] = [
      await person.signIn(),
      await person.signIn(),
      await person.signIn(),
    ];
    const theirs = await neighbour.signIn();
    const endOthers = () => sendAs(server, here, 'DELETE', '/v1/sessions/others');
    expect((await endOthers()).json()).toEqual({ ended: 2 });
    for (const session of [phone, laptop]) {
      expectProblem(await me(session), 'session-ended');
      expectProblem(await refresh(session.refreshToken), 'session-ended');
    }
    for (const session of [here, theirs]) expect((await me(session)).statusCode).toBe(200);
    expect((await endOthers()).json()).toEqual({ ended: 0 });
  });

  it('of somebody else are neither listed nor ended', async () => {
    const [mine, theirs] = [
      await (await personOn(server)).signIn(),
      await (await personOn(server)).signIn(),
    ];
    const end = await sendAs(server, mine, 'DELETE', `/v1/sessions/${theirs.sessionId}`);
    expectProblem(end, 'session-not-found');
    expect((await me(theirs)).statusCode).toBe(200);
    const { items } = (await sendAs(server, mine, 'GET', '/v1/sessions')).json<SessionList>();
    expect(items.map(({ id }) => id)).toEqual([mine.sessionId]);
  });

  it('are so many at most: the one that was not used for the longest time ends', async () => {
    const person = await personOn(server);
    const sessions = [];
    for (let count = 0; count <= LIMITS.sessionsPerPerson; count++) {
      sessions.push(await person.signIn());
      // Which one is older is a matter of milliseconds.
      await server.db.run(
        'UPDATE sessions SET rotated_at = ? WHERE id = ?',
        Date.now() - 1_000_000 + count,
        sessions.at(-1)!.sessionId,
      );
    }
    expectProblem(await me(sessions[0]!), 'session-ended');
    for (const session of [sessions[1]!, sessions.at(-1)!]) {
      expect((await me(session)).statusCode).toBe(200);
    }
  });

  it.each([
    ['text', 'no token'],
    ['a token of another kind', `hat_${'a'.repeat(26)}_${'b'.repeat(43)}`],
    ['a token of a session that never was', `hrt_${randomUUID()}_0_${'b'.repeat(43)}`],
  ])('are not refreshed with %s', async (_what, token) => {
    expectProblem(await refresh(token), 'session-ended');
  });

  it('are not refreshed, nor ended, with a token that was made up', async () => {
    const session = await (await personOn(server)).signIn();
    const next = (await refresh(session.refreshToken)).json<NativeSession>();
    for (const generation of [0, 1, 2]) {
      const madeUp = `hrt_${session.sessionId}_${generation}_${'b'.repeat(43)}`;
      expectProblem(await refresh(madeUp), 'session-ended');
    }
    expect((await refresh(next.refreshToken)).statusCode).toBe(200);
  });

  it('are not refreshed without a token', async () => {
    const answer = await sendAs(server, undefined, 'POST', '/v1/sessions/refresh');
    expectProblem(answer, 'session-ended');
  });
});

describe('tries at passwords', () => {
  const limits = { perAddress: 8, perAddressAndAccount: 3, perAccount: 5, accountsPerAddress: 4 };
  const attempt = (server: TestServer, email: string, remoteAddress: string, password = 'wrong') =>
    sendAs(server, undefined, 'POST', '/v1/sessions', {
      payload: { email, password },
      remoteAddress,
    });

  it('are limited per account and address, per account, and per address, with 429 and Retry-After', async () => {
    const server = await createTestServer({ people: { limits } });
    const ann = await personOn(server);
    const statuses = async (email: string, from: string, count: number) => {
      const seen = [];
      for (let index = 0; index < count; index++) {
        seen.push((await attempt(server, email, from)).statusCode);
      }
      return seen;
    };
    expect(await statuses(ann.email, '203.0.113.1', 4)).toEqual([401, 401, 401, 429]);
    // Another address is not in the way of the person, until too many are.
    expect(await statuses(ann.email, '203.0.113.2', 2)).toEqual([401, 429]);
    expect(await statuses('nobody@example.com', '203.0.113.3', 4)).toEqual([401, 401, 401, 429]);
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        statuses(`nobody${index}@example.com`, '203.0.113.1', 1),
      ),
    );
    expect(others.flat()).toEqual([401, 401, 401, 401, 429]);
    const refused = await attempt(server, ann.email, '203.0.113.1');
    expectProblem(refused, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await server.close();
  });

  it('are forgotten once the password is right', async () => {
    const server = await createTestServer({ people: { limits: { ...limits, perAccount: 100 } } });
    const ann = await personOn(server);
    for (const password of ['wrong', 'wrong', ann.password, 'wrong', 'wrong', ann.password]) {
      const { statusCode } = await attempt(server, ann.email, '203.0.113.1', password);
      expect(statusCode).toBe(password === 'wrong' ? 401 : 201);
    }
    await server.close();
  });

  it('count a whole IPv6 network as one address, and new accounts as well', async () => {
    const server = await createTestServer({ people: { limits } });
    const make = (remoteAddress: string) =>
      sendAs(server, undefined, 'POST', '/v1/accounts', {
        payload: { email: `${randomUUID()}@example.com`, password: 'long enough', name: 'Ann' },
        remoteAddress,
      });
    const seen = [];
    for (let index = 0; index < 5; index++)
      seen.push((await make(`2001:db8::${index}`)).statusCode);
    expect(seen).toEqual([201, 201, 201, 201, 429]);
    expect((await make('2001:db8:0:1::1')).statusCode).toBe(201);
    await server.close();
  });
});
