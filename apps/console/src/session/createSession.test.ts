import { ApiClientError } from '@host/api-client';
import type { ConsoleSession } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { type SessionCalls, createSession, may } from './createSession.ts';

const ROOT: ConsoleSession = {
  id: 's1',
  actor: 'root',
  name: 'root',
  role: 'admin',
  scopes: ['read', 'release'],
  createdAt: '2026-03-01T12:00:00Z',
  expiresAt: '2026-03-01T20:00:00Z',
  idleSeconds: 1800,
};
const REFUSED = new ApiClientError('console-session-ended', 'Nobody.', { status: 401 });
const DOWN = new ApiClientError('network', 'Nobody answered.');
const BUSY = new ApiClientError('rate-limited', 'Too many.', { status: 429 });

/** A server that answers every call with a session, or with an error. */
const answering = (answer: ConsoleSession | Error): SessionCalls => {
  const call = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  return {
    readConsoleSession: call,
    signInToConsole: call,
    signOutOfConsole: () => call().then(() => ({ ended: true })),
  } as unknown as SessionCalls;
};

describe('the session', () => {
  it('is found again when the page is loaded', async () => {
    const session = createSession(answering(ROOT));
    expect(session.state.get()).toEqual({ is: 'unknown' });
    await session.check();
    expect(session.state.get()).toEqual({ is: 'in', session: ROOT });
  });

  it.each([
    ['is none', REFUSED, 'out'],
    ['cannot be asked for', DOWN, 'unreachable'],
  ])('that %s is said so', async (_, error, is) => {
    const session = createSession(answering(error));
    await session.check();
    expect(session.state.get().is).toBe(is);
  });

  it('starts with a token or a link', async () => {
    const session = createSession(answering(ROOT));
    expect(await session.signIn({ token: 'secret' })).toBeUndefined();
    expect(session.state.get().is).toBe('in');
  });

  it.each([
    [{ token: 'x' }, REFUSED, /^This token is not valid/],
    [{ link: 'x' }, REFUSED, /^This link was used already/],
    [{ token: 'x' }, BUSY, /^Too many\.$/],
    [{ token: 'x' }, DOWN, /^The server does not answer/],
  ])('that is refused says why: %j', async (how, error, why) => {
    const session = createSession(answering(error));
    expect(await session.signIn(how)).toMatch(why);
    expect(session.state.get().is).toBe('unknown');
  });

  it('that ends meanwhile keeps who it was, so that nothing is lost', async () => {
    const session = createSession(answering(ROOT));
    await session.check();
    session.end();
    expect(session.state.get()).toEqual({ is: 'ended', session: ROOT });
  });

  it('goes on when somebody signed in again in another tab, and only then', async () => {
    const server = { ...answering(REFUSED), ...pick(answering(ROOT)) };
    const session = createSession(server);
    await session.check();
    session.end();
    Object.assign(server, pick(answering(REFUSED)));
    await session.resume();
    expect(session.state.get().is).toBe('ended');
    Object.assign(server, pick(answering(ROOT)));
    await session.resume();
    expect(session.state.get()).toEqual({ is: 'in', session: ROOT });
  });

  it('ends by signing out, also when it had ended before', async () => {
    const session = createSession({ ...answering(REFUSED), ...pick(answering(ROOT)) });
    await session.check();
    await session.signOut();
    expect(session.state.get()).toEqual({ is: 'out' });
  });

  it('goes on when the server did not hear of signing out', async () => {
    const session = createSession({ ...answering(DOWN), ...pick(answering(ROOT)) });
    await session.check();
    await expect(session.signOut()).rejects.toThrow('The server does not answer.');
    expect(session.state.get().is).toBe('in');
  });

  it('may do what its scopes say', () => {
    expect(may({ scopes: ['read'] }, 'read')).toBe(true);
    expect(may({ scopes: ['read'] }, 'release')).toBe(false);
  });
});

function pick({ readConsoleSession }: SessionCalls): Pick<SessionCalls, 'readConsoleSession'> {
  return { readConsoleSession };
}
