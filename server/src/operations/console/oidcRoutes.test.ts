import type { AuditEntry, ConsoleSession, MiniProgram } from '@host/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ConsoleOidcConfig } from '../../people/issuer/OidcConfig.types.ts';
import { type TestIssuer, startIssuer } from '../../people/issuer/testing/startIssuer.ts';
import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { createAdminTokens } from '../identity/adminTokens.ts';
import { ConsoleSessions } from './ConsoleSessions.ts';
import { CONSOLE_HEADERS, newAddress } from './testing/signInTo.ts';
import { challengeOf } from './oidc/challengeOf.ts';

const APP = 'com.acme.orders';
const RULES: ConsoleOidcConfig['rules'] = [
  { group: 'orders', role: 'releaser', apps: [APP] },
  { group: 'ops', role: 'admin' },
];

describe.each(testEngines())('signing in with an identity provider ($name)', (engine) => {
  let issuer: TestIssuer;
  let server: TestServer;
  beforeAll(async () => {
    issuer = await startIssuer();
    Object.assign(issuer.discovery, {
      authorization_endpoint: `${issuer.issuer}/authorize?tenant=acme`,
      token_endpoint: `${issuer.issuer}/token`,
      userinfo_endpoint: `${issuer.issuer}/userinfo`,
    });
    const consoleOidc = {
      issuer: issuer.issuer,
      clientId: 'console',
      clientSecret: undefined,
      scope: 'openid profile',
      groupsClaim: 'groups',
      rules: RULES,
    };
    server = await createTestServer({ engine, config: { consoleOidc } });
    await server.publish(APP, '1.0.0');
    await server.publish('com.acme.other', '1.0.0');
  });
  afterAll(async () => {
    await server.close();
    await issuer.close();
  });
  beforeEach(() => {
    for (const path of Object.keys(issuer.answers)) delete issuer.answers[path];
  });

  const start = async (search = '') => {
    const response = await server.app.inject({
      url: `/console/oidc/start${search}`,
      remoteAddress: newAddress(),
    });
    return {
      response,
      sent: new URL(String(response.headers.location), 'http://localhost'),
      cookie: String(response.headers['set-cookie']).split(';')[0]!,
    };
  };
  /** Comes back from the provider, which says who it is. */
  const comeBack = async (
    claims: Record<string, unknown>,
    {
      search = '',
      query = {},
      cookie,
    }: { search?: string; query?: Record<string, string>; cookie?: string | undefined } = {},
  ) => {
    const begun = await start(search);
    const { searchParams } = begun.sent;
    const usual = { aud: 'console', nonce: searchParams.get('nonce'), groups: ['ops'] };
    issuer.answers['/token'] ??= {
      id_token: await issuer.sign({ ...usual, ...claims }),
      access_token: 'an-access-token',
    };
    const parameters = { code: 'a-code', state: searchParams.get('state')!, ...query };
    return server.app.inject({
      url: `/console/oidc/callback?${new URLSearchParams(parameters).toString()}`,
      remoteAddress: newAddress(),
      headers: { cookie: cookie ?? begun.cookie, 'sec-fetch-site': 'cross-site' },
    });
  };
  type Answer = Awaited<ReturnType<typeof comeBack>>;
  const sessionCookie = ({ headers }: Answer) =>
    [headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('console_session='));
  const asSession = (answer: Answer, url: string) =>
    server.app.inject({
      url: `/console/api${url}`,
      headers: { ...CONSOLE_HEADERS, cookie: sessionCookie(answer)!.split(';')[0]! },
    });

  it('sends a browser there with state, nonce and a challenge, and keeps them for it alone', async () => {
    const { response, sent, cookie } = await start();
    expect(response.statusCode).toBe(302);
    expect(sent.origin).toBe(issuer.issuer);
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      tenant: 'acme',
      response_type: 'code',
      client_id: 'console',
      redirect_uri: 'http://localhost:8080/console/oidc/callback',
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(response.headers['set-cookie']).toMatch(
      /; Path=\/console\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    const kept = JSON.parse(Buffer.from(cookie.split('=')[1]!, 'base64url').toString()) as {
      verifier: string;
    };
    expect(challengeOf(kept.verifier)).toBe(sent.searchParams.get('code_challenge'));
    const again = await start();
    expect(again.sent.searchParams.get('state')).not.toBe(sent.searchParams.get('state'));
  });

  it('signs in whose group has a role, and the audit log names them', async () => {
    const answer = await comeBack(
      { sub: 'ann', name: 'Ann Archer' },
      { search: '?to=/console/audit' },
    );
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/console/audit']);
    expect(sessionCookie(answer)).toMatch(/; Path=\/console\/; HttpOnly; SameSite=Strict/);
    const session = (await asSession(answer, '/session')).json<ConsoleSession>();
    expect(session).toMatchObject({ actor: 'person:ann', name: 'Ann Archer', role: 'admin' });
    const form = issuer.bodies['/token']!;
    expect(new URLSearchParams(form).get('code_verifier')).toMatch(/^[\w-]{43}$/);

    const cookie = sessionCookie(answer)!.split(';')[0]!;
    const changed = await server.app.inject({
      method: 'POST',
      url: `/console/api/v1/admin/mini-programs/${APP}/suspend`,
      headers: { ...CONSOLE_HEADERS, cookie },
      payload: { reason: 'A test.' },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const audit = await server.send('GET', '/v1/admin/audit?actor=person:ann');
    expect(audit.json<{ items: AuditEntry[] }>().items).toMatchObject([
      {},
      { action: 'console.sign-in', details: { with: 'provider' } },
    ]);
    const sessions = await server.send('GET', '/v1/admin/console-sessions?q=archer');
    expect(sessions.json()).toMatchObject({ items: [{ actor: 'person:ann', name: 'Ann Archer' }] });

    const ended = await server.app.inject({
      method: 'DELETE',
      url: '/console/api/session',
      headers: { ...CONSOLE_HEADERS, cookie },
    });
    expect(ended.statusCode).toBe(200);
    expectProblem(await asSession(answer, '/session'), 'console-session-ended');
  });

  it('asks for groups where the token has none, and takes the first rule that fits', async () => {
    issuer.answers['/userinfo'] = { sub: 'bob', groups: ['ops', 'orders'] };
    const answer = await comeBack({ sub: 'bob', groups: undefined });
    const session = (await asSession(answer, '/session')).json<ConsoleSession>();
    expect(session).toMatchObject({ role: 'releaser', apps: [APP] });
    const seen = await asSession(answer, '/v1/admin/mini-programs');
    expect(seen.json<{ items: MiniProgram[] }>().items.map(({ appId }) => appId)).toEqual([APP]);
    expectProblem(await asSession(answer, '/v1/admin/audit'), 'scope-missing');
  });

  it('ends what a role allowed when the role is taken away', async () => {
    const answer = await comeBack({ sub: 'cid' });
    const secret = sessionCookie(answer)!.split(/[=;]/)[1]!;
    const sessions = (rules: ConsoleOidcConfig['rules'], at = issuer.issuer) => {
      const tokens = createAdminTokens(server.db, []);
      const people = { issuer: at, rules };
      return new ConsoleSessions({ db: server.db, tokens, rootTokens: [], people });
    };
    const now = await sessions([{ group: 'ops', role: 'viewer' }]).authenticate(secret);
    expect(now.session.scopes).toEqual(['read']);
    const ENDED = { code: 'console-session-ended' };
    await expect(sessions([]).authenticate(secret)).rejects.toMatchObject(ENDED);
    await expect(
      sessions(RULES, 'https://other.example').authenticate(secret),
    ).rejects.toMatchObject(ENDED);
  });

  it.each([
    ['no-role', 'none of whose groups has a role', {}, { groups: ['guests'] }],
    ['no-role', 'who is in no group', {}, { groups: [] }],
    ['no-role', 'whose groups are no list of texts', {}, { groups: { ops: true } }],
    ['expired', 'with the state of another sign-in', { query: { state: 'x' } }, {}],
    ['expired', 'without the cookie of the browser that began', { cookie: 'other=1' }, {}],
    ['expired', 'with a cookie of their own making', { cookie: 'console_sign_in=e30' }, {}],
    [
      'declined',
      'who stopped at the provider',
      { query: { code: '', error: 'access_denied' } },
      {},
    ],
    ['failed', 'with a token of another sign-in', {}, { nonce: 'another' }],
    ['failed', 'with a token for another client', {}, { aud: 'host-app' }],
    ['failed', 'with a token that others share', {}, { aud: ['console', 'x'], azp: 'x' }],
    ['failed', 'with a token of another issuer', {}, { iss: 'https://evil.example' }],
    ['failed', 'with a token that has expired', {}, { exp: 1 }],
    ['failed', 'whose id cannot be kept', {}, { sub: 'a\nb' }],
  ])('refuses with "%s" who comes %s', async (why, _who, back, claims) => {
    const answer = await comeBack({ sub: 'eve', ...claims }, back);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/console/#refused=${why}`]);
    expect(sessionCookie(answer)).toBeUndefined();
  });

  it('has who was refused in the audit log, and nobody who did not come with a code', async () => {
    const refused = async () =>
      (await server.send('GET', '/v1/admin/audit?action=console.sign-in-refused')).json<{
        items: AuditEntry[];
      }>().items;
    const before = (await refused()).length;
    await comeBack({ sub: 'mallory', groups: ['guests'] });
    await comeBack({ sub: 'mallory', nonce: 'another' });
    await comeBack({ sub: 'mallory' }, { query: { state: 'x' } });
    const entries = await refused();
    expect(entries).toHaveLength(before + 2);
    expect(entries.slice(0, 2)).toMatchObject([
      { actor: 'unknown', details: { with: 'provider' } },
      { actor: 'person:mallory', details: { with: 'provider', why: 'console-role-missing' } },
    ]);
  });

  it('refuses groups that the provider tells of somebody else', async () => {
    issuer.answers['/userinfo'] = { sub: 'somebody-else', groups: ['ops'] };
    const answer = await comeBack({ sub: 'eve', groups: undefined });
    expect(answer.headers.location).toBe('/console/#refused=failed');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/v1/config',
    '/console/\\evil',
    '/consolex',
    '/console/x\r\ny',
    '/console/x\0',
    '/console/x\x7f',
    '/console/x y',
    '/console/\u{1f600}',
  ])('leads nobody to %s', async (to) => {
    const { response } = await start(`?to=${encodeURIComponent(to)}`);
    expectProblem(response, 'invalid-query');
  });

  it('tells pages that it is there; without one there is nothing of it', async () => {
    const url = '/console/api/sign-in';
    const { host } = new URL(issuer.issuer);
    expect((await server.app.inject({ url })).json()).toEqual({
      provider: { name: host, path: '/console/oidc/start' },
    });
    const other = await createTestServer({ engine });
    expect((await other.app.inject({ url })).json()).toEqual({});
    expectProblem(await other.app.inject({ url: '/console/oidc/start' }), 'not-found');
    await other.close();
  });
});
