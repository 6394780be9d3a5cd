import type { SessionTokens } from '@host/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { personOn, sendAs } from '../testing/personOn.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

describe('a refresh token in a cookie', () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  /** A person who signed in on a page of the server. */
  async function signedIn(baseUrl = 'http://localhost:8080') {
    const server = await createTestServer({ config: { baseUrl } });
    servers.push(server);
    const { email, password } = await personOn(server);
    const signIn = (headers: Record<string, string>) =>
      sendAs(server, undefined, 'POST', '/v1/sessions', {
        payload: { email, password, transport: 'cookie' },
        headers,
      });
    const answer = await signIn(SAME_ORIGIN);
    const refresh = (cookie: string, headers: Record<string, string> = SAME_ORIGIN) =>
      sendAs(server, undefined, 'POST', '/v1/sessions/refresh', {
        headers: { ...headers, cookie },
      });
    return { server, signIn, answer, refresh, cookie: cookieOf(answer) };
  }

  it('is in no answer that a script can read', async () => {
    const { answer, refresh, cookie } = await signedIn();
    expect(answer.statusCode, answer.body).toBe(201);
    const refreshed = await refresh(cookie);
    expect(refreshed.statusCode, refreshed.body).toBe(200);
    for (const response of [answer, refreshed]) {
      expect(response.json<SessionTokens>()).not.toHaveProperty('refreshToken');
      expect(response.body).not.toContain('hrt_');
    }
    expect(cookieOf(refreshed)).not.toBe(cookie);
    expect((await refresh(cookieOf(refreshed))).statusCode).toBe(200);
  });

  it('belongs to this host alone, over https alone', async () => {
    const { answer } = await signedIn('https://host.example');
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-refresh=hrt_[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000$/,
    );
  });

  it('works on plain http on the machine of a developer', async () => {
    const { answer, refresh, cookie } = await signedIn('http://localhost:8080');
    expect(answer.headers['set-cookie']).toMatch(
      /^host-refresh=hrt_[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    expect((await refresh(`theme=dark; ${cookie}; lang=en`)).statusCode).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    [
      'a page that lies about its origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:8080' },
    ],
    ['another origin in an old browser', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['nobody knows where', {}],
  ])('is not taken from %s: 403, and nothing happens', async (_what, headers) => {
    const { server, signIn, refresh, cookie } = await signedIn();
    expectProblem(await refresh(cookie, headers), 'origin-not-allowed');
    expectProblem(
      await sendAs(server, undefined, 'DELETE', '/v1/sessions/current', {
        headers: { ...headers, cookie },
      }),
      'origin-not-allowed',
    );
    expectProblem(await signIn(headers), 'origin-not-allowed');
    const [{ generation }] = (await server.db.all<{ generation: number }>(
      'SELECT generation FROM sessions',
    )) as [{ generation: number }];
    expect(generation).toBe(0);
  });

  it('is taken from a page of ours in a browser that does not say where a request comes from', async () => {
    const { refresh, cookie } = await signedIn();
    expect((await refresh(cookie, { origin: 'http://localhost:8080' })).statusCode).toBe(200);
  });

  it('signs out without an access token, and is taken away', async () => {
    const { server, answer, refresh, cookie } = await signedIn();
    const out = await sendAs(server, undefined, 'DELETE', '/v1/sessions/current', {
      headers: { ...SAME_ORIGIN, cookie },
    });
    expect(out.json()).toEqual({ id: answer.json<SessionTokens>().sessionId });
    expect(out.headers['set-cookie']).toBe(
      'host-refresh=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    expectProblem(await refresh(cookie), 'session-ended');
    expectProblem(await sendAs(server, answer.json(), 'GET', '/v1/me'), 'session-ended');
  });
});

function cookieOf(response: LightMyRequestResponse): string {
  return String(response.headers['set-cookie']).split(';')[0]!;
}
