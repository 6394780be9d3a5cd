import { beforeEach, describe, expect, it } from 'vitest';

import { createSend } from '../common/askServer.ts';
import { ServerError } from '../common/ServerError.ts';
import { createSession } from './createSession.ts';
import type { KeptSession, Session } from './Session.types.ts';

const ADA = { id: 'p1', name: 'Ada', email: 'ada@example.com', emailVerified: false };
const CREDENTIALS = { email: 'ada@example.com', password: 'correct horse' };

/** A server with one account that knows which of its tokens are valid. */
function createServer() {
  const server = {
    requests: [] as string[],
    isOnline: true,
    isSessionOpen: true,
    refusesThings: false,
    validTokens: new Set<string>(),
    issued: 0,
    /** Blocks refreshes until it resolves. */
    gate: Promise.resolve(),
    issue() {
      server.issued += 1;
      const accessToken = `access-${server.issued}`;
      server.validTokens.add(accessToken);
      return {
        sessionId: 's1',
        accessToken,
        expiresIn: 600,
        refreshBefore: '2030-01-01T00:00:00.000Z',
      };
    },
    fetch: (async (input: string, init: RequestInit) => {
      const path = new URL(input).pathname;
      server.requests.push(`${init.method} ${path}`);
      if (!server.isOnline) throw new TypeError('Failed to fetch');
      const headers = new Headers(init.headers);
      const token = headers.get('authorization')?.replace('Bearer ', '');
      if (path === '/v1/accounts') return json(201, ADA);
      if (path === '/v1/sessions') {
        const { password } = JSON.parse(init.body as string) as { password: string };
        return password === CREDENTIALS.password
          ? json(201, server.issue())
          : refused(401, 'credentials-wrong');
      }
      if (path === '/v1/sessions/refresh') {
        await server.gate;
        return server.isSessionOpen ? json(200, server.issue()) : refused(401, 'session-ended');
      }
      if (path === '/v1/thing' && server.refusesThings) return refused(401, 'unauthorized');
      if (token === undefined || !server.validTokens.has(token)) {
        return refused(401, 'access-token-expired');
      }
      if (init.method === 'DELETE' && path === '/v1/me') {
        const { password } = JSON.parse(init.body as string) as { password: string };
        return password === CREDENTIALS.password
          ? json(200, { id: ADA.id })
          : refused(403, 'password-wrong');
      }
      return json(200, path === '/v1/me' ? ADA : { ok: true });
    }) as typeof fetch,
  };
  return server;
}

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status });
}

function refused(status: number, code: string): Response {
  return json(status, { type: 'about:blank', title: code, status, code, detail: code });
}

describe('a session', () => {
  let server: ReturnType<typeof createServer>;
  let kept: KeptSession | undefined;
  let time: number;
  let session: Session;
  beforeEach(() => {
    server = createServer();
    kept = undefined;
    time = 1_000_000;
    session = createSession({
      send: createSend('http://server.test', server.fetch),
      transport: 'cookie',
      now: () => time,
      vault: {
        read: async () => kept,
        write: async (given) => void (kept = given),
        clear: async () => void (kept = undefined),
      },
    });
  });
  const call = () => session.send({ method: 'GET', path: '/v1/thing' });
  const countOf = (request: string) => server.requests.filter((each) => each === request).length;
  const REFRESH = 'POST /v1/sessions/refresh';

  it('is signed out on a device that has seen nobody, without asking the server', async () => {
    expect(session.state.get().status).toBe('starting');
    await session.start();
    expect(session.state.get()).toEqual({ status: 'signed-out', person: null });
    expect(server.requests).toEqual([]);
  });

  it('signs up and is signed in then', async () => {
    await session.signUp({ ...CREDENTIALS, name: 'Ada' });
    expect(session.state.get()).toEqual({ status: 'signed-in', person: ADA });
    expect((await call()).status).toBe(200);
  });

  it('gives everything that is kept of the person, as it came', async () => {
    await session.signIn(CREDENTIALS);
    expect(JSON.parse(await session.exportData())).toEqual({ ok: true });
    expect(server.requests.at(-1)).toBe('GET /v1/me/export');
  });

  it('ends with the account, and not with a wrong password', async () => {
    await session.signIn(CREDENTIALS);
    const refusal = { code: 'password-wrong' };
    await expect(session.deleteAccount('wrong')).rejects.toMatchObject(refusal);
    expect(session.state.get().status).toBe('signed-in');
    await session.deleteAccount(CREDENTIALS.password);
    expect([session.state.get().status, kept]).toEqual(['signed-out', undefined]);
  });

  it('tells why a sign-in is refused, and stays signed out', async () => {
    await session.start();
    const refusal = session.signIn({ ...CREDENTIALS, password: 'wrong' });
    await expect(refusal).rejects.toMatchObject({ code: 'credentials-wrong', status: 401 });
    expect(session.state.get().status).toBe('signed-out');
  });

  it('keeps no token: after a restart it is taken up again with the cookie', async () => {
    await session.signIn(CREDENTIALS);
    expect(JSON.stringify(kept)).not.toContain('access-');
    await session.start();
    expect(session.state.get().status).toBe('signed-in');
    expect(countOf(REFRESH)).toBe(1);
  });

  it('is the last known person while the server cannot be reached', async () => {
    kept = { person: ADA };
    server.isOnline = false;
    await session.start();
    expect(session.state.get()).toEqual({ status: 'signed-in', person: ADA });
    await expect(call()).rejects.toMatchObject({ code: 'offline' });
    server.isOnline = true;
    expect((await call()).status).toBe(200);
  });

  it('ends when the server says so', async () => {
    kept = { person: ADA };
    server.isSessionOpen = false;
    await session.start();
    expect(session.state.get().status).toBe('signed-out');
    expect(kept).toBeUndefined();
  });

  it('refreshes once for all calls that wait for it', async () => {
    await session.signIn(CREDENTIALS);
    time += 600_000;
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(countOf(REFRESH)).toBe(1);
  });

  it('tries once more with a new token after a 401', async () => {
    await session.signIn(CREDENTIALS);
    server.validTokens.clear();
    expect((await call()).status).toBe(200);
    expect(countOf(REFRESH)).toBe(1);
    expect(countOf('GET /v1/thing')).toBe(2);
  });

  it('gives up after the second 401, and does not refresh for ever', async () => {
    await session.signIn(CREDENTIALS);
    server.refusesThings = true;
    expect((await call()).status).toBe(401);
    expect(countOf(REFRESH)).toBe(1);
    expect(countOf('GET /v1/thing')).toBe(2);
  });

  it('calls without a token when nobody is signed in', async () => {
    await session.start();
    expect((await call()).status).toBe(401);
    expect(countOf(REFRESH)).toBe(0);
  });

  it('gives its token once it is known who is signed in, a fresh one each time', async () => {
    const early = session.accessToken();
    kept = { person: ADA };
    await session.start();
    expect(await early).toBe('access-1');
    time += 700_000;
    expect(await session.accessToken()).toBe('access-2');
    await session.signOut();
    expect(await session.accessToken()).toBeUndefined();
  });

  it('ends here and on the server at sign-out', async () => {
    await session.signIn(CREDENTIALS);
    await session.signOut();
    expect(session.state.get().status).toBe('signed-out');
    expect(kept).toBeUndefined();
    expect(server.requests.at(-1)).toBe('DELETE /v1/sessions/current');
  });

  it('ends here at sign-out also while the server cannot be reached', async () => {
    await session.signIn(CREDENTIALS);
    server.isOnline = false;
    await session.signOut();
    expect(session.state.get().status).toBe('signed-out');
  });

  it('does not come back by a refresh that was under way at sign-out', async () => {
    await session.signIn(CREDENTIALS);
    let open = () => {};
    server.gate = new Promise<void>((resolve) => void (open = resolve));
    time += 600_000;
    const late = call();
    await session.signOut();
    open();
    await expect(late).rejects.toBeInstanceOf(ServerError);
    expect(session.state.get().status).toBe('signed-out');
    expect(kept).toBeUndefined();
  });
});
