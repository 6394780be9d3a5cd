import {
  type AuditEntry,
  LIMITS,
  ROLES,
  type ConsoleSession,
  type ConsoleSessionRecord,
  type IssuedToken,
} from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  ADMIN_TOKEN,
  SERVER_KEY,
  type TestServer,
  createTestServer,
  newAppId,
} from '../../testing/createTestServer.ts';
import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { makeConsoleLink } from './consoleLinks.ts';
import { RefusedSignIns } from './RefusedSignIns.ts';
import { CONSOLE_HEADERS, cookieOf, newAddress, signInTo } from './testing/signInTo.ts';

const SESSION = '/console/api/session';
const ADMIN = '/v1/admin/mini-programs';

describe.each(testEngines())('the console ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const signIn = (payload: object, headers: Record<string, string> = CONSOLE_HEADERS) =>
    server.app.inject({
      method: 'POST',
      url: SESSION,
      headers,
      payload,
      remoteAddress: newAddress(),
    });
  const asPage = (method: 'GET' | 'DELETE', url: string, cookie: string) =>
    server.app.inject({ method, url, headers: { ...CONSOLE_HEADERS, cookie } });

  it('signs in with a token, says who it is, and signs out', async () => {
    const { id, token } = await server.issue({ name: 'Ann', role: 'releaser' });
    const { session, cookie, send } = await signInTo(server, { token });
    expect(session).toMatchObject({
      actor: id,
      name: 'Ann',
      role: 'releaser',
      scopes: ['read', 'release'],
      idleSeconds: LIMITS.consoleIdleSeconds,
    });
    expect((await send('GET', '/session')).json()).toEqual(session);
    const out = await send('DELETE', '/session');
    expect(out.json()).toEqual({ id: session.id });
    expect(out.headers['set-cookie']).toMatch(/^console_session=; Path=\/console\/; .*Max-Age=0$/);
    expectProblem(await asPage('GET', SESSION, cookie), 'console-session-ended');
    expectProblem(await asPage('GET', `/console/api${ADMIN}`, cookie), 'console-session-ended');
  });

  it('has in the audit log who signed in and out, with what, and who was refused', async () => {
    const { id, token } = await server.issue({ name: 'Bo', role: 'viewer' });
    const { session, send, cookie } = await signInTo(server, { token });
    await send('DELETE', '/session');
    const audit = async (search: string) =>
      (await server.send('GET', `/v1/admin/audit?${search}`)).json<{ items: AuditEntry[] }>().items;
    const entries = await audit(`actor=${id}&action=console.`);
    expect(entries.map(({ action, target, details }) => [action, target, details])).toEqual([
      ['console.sign-out', session.id, {}],
      ['console.sign-in', session.id, { with: 'token' }],
    ]);
    expect(entries[1]!.address).toMatch(/^198\.18\./);
    // The session has ended: who asks again signs nobody out.
    expectProblem(await asPage('DELETE', SESSION, cookie), 'console-session-ended');
    expect(await audit(`target=${session.id}`)).toHaveLength(2);

    const link = makeConsoleLink(ADMIN_TOKEN, Date.now());
    const linked = await signIn({ link });
    const { id: linkedId } = linked.json<ConsoleSession>();
    expect(await audit(`target=${linkedId}`)).toMatchObject([
      { actor: 'root', action: 'console.sign-in', details: { with: 'link' } },
    ]);
    // Signing in anew in the same browser ends what was before.
    await signIn({ token }, { ...CONSOLE_HEADERS, cookie: cookieOf(linked) });
    expect(await audit(`target=${linkedId}`)).toMatchObject([
      { actor: 'root', action: 'console.sign-out' },
      { action: 'console.sign-in' },
    ]);

    await signIn({ link });
    await signIn({ token: 'hat_nobody_has_this_token_at_all' });
    expect(await audit('action=console.sign-in-refused&limit=2')).toMatchObject([
      { actor: 'unknown', target: 'console', details: { with: 'token', why: 'unauthorized' } },
      { actor: 'unknown', details: { with: 'link', why: 'console-link-invalid' } },
    ]);
    expect(JSON.stringify(await dumpDatabase(server.db))).not.toContain('nobody_has_this');
  });

  it('writes a bounded number of refused tries, and says how many it did not', async () => {
    const place = await createTestServer({ engine });
    let now = Date.parse('2026-01-10T09:59:00Z');
    const refused = new RefusedSignIns(place.db, () => now);
    const note = () =>
      refused.note({ with: 'token', why: 'unauthorized', address: '198.51.100.1', requestId: 'r' });
    for (let index = 0; index < 75; index++) await note();
    const entries = async () =>
      (await place.send('GET', '/v1/admin/audit?action=console.sign-in-refused&limit=100')).json<{
        items: AuditEntry[];
      }>().items;
    expect(await entries()).toHaveLength(60);
    now += 60_000;
    await note();
    await note();
    const [last, first] = await entries();
    expect(first!.details).toMatchObject({ unwrittenBefore: 15 });
    expect(last!.details).not.toHaveProperty('unwrittenBefore');
    await place.close();
  });

  it('keeps the session in a cookie that no script reads and no other path gets', async () => {
    const response = await signIn({ token: ADMIN_TOKEN });
    expect(response.headers['set-cookie']).toMatch(
      /^console_session=hcs_[\w-]+; Path=\/console\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toContain('hcs_');
    expect(response.json<ConsoleSession>()).toMatchObject({ actor: 'root', role: 'admin' });
    const secret = cookieOf(response).split('=')[1]!.split('_').slice(2).join('_');
    expect(JSON.stringify(await dumpDatabase(server.db))).not.toContain(secret);
  });

  it('reaches the API with the scopes of the session, and acts as its token', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    const { id, token } = await server.issue({ role: 'releaser', apps: [appId] });
    const { send } = await signInTo(server, { token });
    const listed = await send('GET', ADMIN);
    expect(listed.json<{ items: object[] }>().items).toMatchObject([{ appId }]);
    const paused = await send('POST', `${ADMIN}/${appId}/versions/1.0.0/pause`, { payload: {} });
    expect(paused.statusCode, paused.body).toBe(200);
    const [entry] = (await server.send('GET', '/v1/admin/audit?limit=1')).json<{
      items: object[];
    }>().items;
    expect(entry).toMatchObject({ actor: id, action: 'version.pause' });
    expectProblem(await send('GET', `${ADMIN}/com.acme.other`), 'app-not-allowed');
    expectProblem(await send('GET', '/v1/admin/tokens'), 'scope-missing');
  });

  it('sends pushes and reads what became of them', async () => {
    const { token } = await server.issue({ role: 'sender' });
    const { send } = await signInTo(server, { token });
    const message = { to: '/topics/news', notification: { title: 'Hello' } };
    const sent = await send('POST', '/fcm/send', { payload: message });
    expect(sent.statusCode, sent.body).toBe(200);
    const { message_id } = sent.json<{ message_id: number }>();
    const read = await send('GET', `/v1/push/messages/${message_id}`);
    expect(read.statusCode, read.body).toBe(200);
    const viewer = await signInTo(server, {
      token: (await server.issue({ role: 'viewer' })).token,
    });
    expect((await viewer.send('POST', '/fcm/send', { payload: message })).statusCode).toBe(401);
  });

  it('takes its cookie nowhere else than below /console/api', async () => {
    const { cookie } = await signInTo(server, { token: ADMIN_TOKEN });
    const secret = cookie.split('=')[1]!;
    const elsewhere = [
      [ADMIN, { cookie }],
      [ADMIN, { authorization: `Bearer ${secret}` }],
      [`/v1/push/messages`, { cookie }],
      [`/v1/push/messages`, { authorization: `key=${secret}` }],
      [`/metrics`, { cookie }],
      [`/app/../console/api/../..${ADMIN}`, { cookie }],
      [`/console/apiv1/admin/mini-programs`, { cookie }],
    ] as const;
    for (const [url, headers] of elsewhere) {
      const response = await server.app.inject({
        url,
        headers: { ...CONSOLE_HEADERS, ...headers },
      });
      expect([401, 404], `${url} ${response.body}`).toContain(response.statusCode);
    }
  });

  it('takes no token in the place of its cookie', async () => {
    for (const authorization of [`Bearer ${ADMIN_TOKEN}`, `key=${SERVER_KEY}`]) {
      const url = `/console/api${ADMIN}`;
      const response = await server.app.inject({
        url,
        headers: { ...CONSOLE_HEADERS, authorization },
      });
      expectProblem(response, 'console-session-ended');
    }
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a form, which cannot send the header', { 'x-console': '', 'sec-fetch-site': 'same-origin' }],
    ['a link', { 'sec-fetch-site': 'none' }],
    ['another origin in an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a frame without an origin', { 'sec-fetch-site': '', origin: 'null' }],
    ['nobody knows where', { 'sec-fetch-site': '' }],
  ])('refuses changes that come from %s', async (_what, given) => {
    const { cookie } = await signInTo(server, { token: ADMIN_TOKEN });
    const headers = Object.fromEntries(
      Object.entries({ 'x-console': '1', ...given, cookie }).filter(([, value]) => value !== ''),
    );
    for (const [method, path] of [
      ['POST', '/v1/admin/tokens'],
      ['DELETE', '/session'],
      ['POST', '/session'],
    ] as const) {
      const payload = { token: ADMIN_TOKEN };
      const url = `/console/api${path}`;
      expectProblem(
        await server.app.inject({ method, url, headers, ...(method === 'POST' && { payload }) }),
        'origin-not-allowed',
      );
    }
    const payload = { to: '/topics/forged', notification: { title: 'Forged' } };
    const url = '/console/api/fcm/send';
    const sent = await server.app.inject({ method: 'POST', url, headers, payload });
    expect(sent.statusCode).toBe(400);
    expect(await server.db.all(`SELECT id FROM push_messages WHERE topic = 'forged'`)).toEqual([]);
    expect((await asPage('GET', SESSION, cookie)).statusCode).toBe(200);
  });

  it('lets no other site read, whatever a browser sends along', async () => {
    const { cookie } = await signInTo(server, { token: ADMIN_TOKEN });
    for (const site of ['cross-site', 'same-site']) {
      const headers = { cookie, 'sec-fetch-site': site };
      const url = `/console/api${ADMIN}`;
      expectProblem(await server.app.inject({ url, headers }), 'origin-not-allowed');
    }
  });

  it('never takes over a session that a browser brought along, and ends it', async () => {
    const attacker = await signInTo(server, { token: ADMIN_TOKEN });
    const { token } = await server.issue({ role: 'viewer' });
    const response = await signIn({ token }, { ...CONSOLE_HEADERS, cookie: attacker.cookie });
    expect(cookieOf(response)).not.toBe(attacker.cookie);
    expect(response.json<ConsoleSession>().id).not.toBe(attacker.session.id);
    expectProblem(await attacker.send('GET', '/session'), 'console-session-ended');
    const made = `console_session=hcs_${'0'.repeat(26)}_${'A'.repeat(43)}`;
    const again = await signIn({ token }, { ...CONSOLE_HEADERS, cookie: made });
    expect(cookieOf(again)).not.toBe(made);
  });

  it('signs in by a link once, and by one that is too old or made with another token never', async () => {
    const link = makeConsoleLink(ADMIN_TOKEN, Date.now());
    expect((await signInTo(server, { link })).session).toMatchObject({ actor: 'root' });
    expectProblem(await signIn({ link }), 'console-link-invalid');
    const tooOld = Date.now() - LIMITS.consoleLinkSeconds * 1000;
    const wrong = [
      makeConsoleLink(ADMIN_TOKEN, tooOld),
      makeConsoleLink(ADMIN_TOKEN, Date.now() + 10 * 60_000),
      makeConsoleLink('another-token-for-tests', Date.now()),
      `${makeConsoleLink(ADMIN_TOKEN, Date.now()).slice(0, -2)}AA`,
      'hcl_',
      ADMIN_TOKEN,
    ];
    for (const each of wrong) expectProblem(await signIn({ link: each }), 'console-link-invalid');
  });

  it('lets one of many win that use a link at the same time', async () => {
    const link = makeConsoleLink(ADMIN_TOKEN, Date.now());
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn({ link })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  it('ends with the token that started it, and when it was not used or is too old', async () => {
    const { id, token } = await server.issue({ role: 'viewer' });
    const revoked = await signInTo(server, { token });
    await server.send('DELETE', `/v1/admin/tokens/${id}`);
    expectProblem(await revoked.send('GET', ADMIN), 'token-revoked');
    for (const column of ['expires_at', 'last_used_at']) {
      const { session, send } = await signInTo(server, { token: ADMIN_TOKEN });
      const past = Date.now() - LIMITS.consoleIdleSeconds * 1000;
      await server.db.run(
        `UPDATE console_sessions SET ${column} = ? WHERE id = ?`,
        past,
        session.id,
      );
      expectProblem(await send('GET', '/session'), 'console-session-ended');
    }
  });

  it('ends with the secret that started it, when that was replaced and its overlap is over', async () => {
    const old = await server.issue({ role: 'viewer' });
    const before = await signInTo(server, { token: old.token });
    const rotate = async (overlapSeconds: number) => {
      const path = `/v1/admin/tokens/${old.id}/rotate`;
      return (await server.post(path, { overlapSeconds })).json<IssuedToken>().token;
    };
    const fresh = await signInTo(server, { token: await rotate(600) });
    for (const { send } of [before, fresh]) expect((await send('GET', ADMIN)).statusCode).toBe(200);
    await rotate(0);
    for (const { send } of [before, fresh]) {
      expect((await send('GET', ADMIN)).statusCode).toBe(401);
    }
  });

  it('ends the sessions of a root token that is not accepted any more', async () => {
    const { cookie } = await signInTo(server, { token: ADMIN_TOKEN });
    const rotated = await createTestServer({ adminToken: 'a-new-root-token', db: server.db });
    const headers = { ...CONSOLE_HEADERS, cookie };
    expectProblem(await rotated.app.inject({ url: SESSION, headers }), 'console-session-ended');
    await rotated.app.close();
    expect((await asPage('GET', SESSION, cookie)).statusCode).toBe(200);
  });

  it('lists sessions and ends those of others at once', async () => {
    const { id, token } = await server.issue({ name: 'Bob', role: 'viewer' });
    const bob = await signInTo(server, { token });
    const root = await signInTo(server, { token: ADMIN_TOKEN });
    const listed = await root.send('GET', '/v1/admin/console-sessions?limit=100');
    const { items } = listed.json<{ items: ConsoleSessionRecord[] }>();
    expect(items.slice(0, 2)).toMatchObject([
      { id: root.session.id, actor: 'root' },
      { id: bob.session.id, actor: id, name: 'Bob' },
    ]);
    const ended = await root.send('DELETE', `/v1/admin/console-sessions/${bob.session.id}`);
    expect(ended.statusCode, ended.body).toBe(200);
    expectProblem(await bob.send('GET', ADMIN), 'console-session-ended');
    expectProblem(
      await root.send('DELETE', `/v1/admin/console-sessions/${bob.session.id}`),
      'console-session-not-found',
    );
  });

  it('keeps the newest fifty sessions of a token', async () => {
    const { token } = await server.issue({ role: 'viewer' });
    const first = await signInTo(server, { token });
    for (let index = 0; index < 50; index++) await signIn({ token }, { ...CONSOLE_HEADERS });
    expectProblem(await first.send('GET', '/session'), 'console-session-ended');
  });

  it('refuses what is no token', async () => {
    expectProblem(await signIn({ token: 'wrong' }), 'unauthorized');
    expectProblem(await signIn({ token: '' }), 'invalid-body');
    expectProblem(await signIn({ token: ADMIN_TOKEN, link: 'x' }), 'invalid-body');
  });

  it('limits tries from one network', async () => {
    const remoteAddress = newAddress();
    const codes = new Set<number>();
    for (let index = 0; index < 31; index++) {
      const payload = { token: 'a-guess' };
      const headers = CONSOLE_HEADERS;
      const options = { method: 'POST', url: SESSION, headers, payload, remoteAddress } as const;
      codes.add((await server.app.inject(options)).statusCode);
    }
    expect(codes).toEqual(new Set([401, 429]));
  });

  it('issues a token for every role, with exactly its scopes', async () => {
    for (const [role, scopes] of Object.entries(ROLES)) {
      const issued = await server.issue({ role: role as keyof typeof ROLES });
      expect(issued).toMatchObject({ role, scopes });
    }
  });
});
