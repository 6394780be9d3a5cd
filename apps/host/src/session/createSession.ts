import {
  DeletedAccount,
  type RefreshTransport,
  Me,
  MeOrMailedLink,
  SessionTokens,
  createObservable,
} from '@host/contracts';

import { type Send, type ServerRequest, readAnswer } from '../common/askServer.ts';
import { ServerError } from '../common/ServerError.ts';
import type { Session, SessionState, SessionVault } from './Session.types.ts';

/** The options of `createSession`. */
export interface SessionOptions {
  send: Send;
  vault: SessionVault;
  transport: RefreshTransport;
  now?: () => number;
}

interface Access {
  token: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}

const SIGNED_OUT: SessionState = { status: 'signed-out', person: null };
/** A token that expires within this time is refreshed first: it could expire in flight. */
const RESERVE_MS = 15_000;

/**
 * The session of the person who uses the host. The access token is only in memory; when it expires it is refreshed, once for
 * all concurrent callers.
 */
export function createSession(options: SessionOptions): Session {
  const { send, vault, transport, now = Date.now } = options;
  const state = createObservable<SessionState>({ status: 'starting', person: null });
  let access: Access | undefined;
  /** Counts sign-outs: a response to a request from before one must not sign anybody in again. */
  let signOuts = 0;
  let refreshing: Promise<Access> | undefined;

  async function take(tokens: SessionTokens, signOutsBefore: number): Promise<Access> {
    const taken = { token: tokens.accessToken, endsAt: now() + tokens.expiresIn * 1000 };
    const person = readAnswer(await sendWith(taken, { method: 'GET', path: '/v1/me' }), Me);
    if (signOutsBefore !== signOuts) throw new ServerError('session-ended', 'You have signed out.');
    access = taken;
    const { refreshToken } = tokens;
    await vault.write({ person, ...(refreshToken !== undefined && { refreshToken }) });
    state.set({ status: 'signed-in', person });
    return taken;
  }

  async function forget(): Promise<void> {
    signOuts += 1;
    access = undefined;
    await vault.clear();
    state.set(SIGNED_OUT);
  }

  async function refresh(): Promise<Access> {
    const signOutsBefore = signOuts;
    const kept = await vault.read();
    const body = kept?.refreshToken === undefined ? {} : { refreshToken: kept.refreshToken };
    const response = await send({ method: 'POST', path: '/v1/sessions/refresh', body });
    try {
      return await take(readAnswer(response, SessionTokens), signOutsBefore);
    } catch (error) {
      if (isRefusal(error)) await forget();
      throw error;
    }
  }

  /** One refresh at a time, since a refresh token can be used only once. */
  function refreshOnce(): Promise<Access> {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function freshAccess(): Promise<Access | undefined> {
    if (state.get().status !== 'signed-in') return undefined;
    return access && access.endsAt - RESERVE_MS > now() ? access : refreshOnce();
  }

  const untilKnown = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (state.get().status === 'starting') return;
        stop();
        resolve();
      };
      const stop = state.subscribe(look);
      look();
    });

  const sendWith = ({ token }: Access, request: ServerRequest) =>
    send({ ...request, bearer: token });

  const open = async (credentials: { email: string; password: string }) => {
    const signOutsBefore = signOuts;
    const { email, password } = credentials;
    const body = { email, password, transport };
    const response = await send({ method: 'POST', path: '/v1/sessions', body });
    await take(readAnswer(response, SessionTokens), signOutsBefore);
  };

  const sendAsPerson: Send = async (request) => {
    const current = await freshAccess();
    if (!current) return send(request);
    const response = await sendWith(current, request);
    if (response.status !== 401) return response;
    // The token became invalid early, for example after a key rotation: retry once with a new one.
    return sendWith(access && access !== current ? access : await refreshOnce(), request);
  };

  return {
    state,
    async start() {
      const kept = await vault.read();
      if (!kept) return state.set(SIGNED_OUT);
      // The persisted person is shown at once, while the refresh finds out whether the session is still valid.
      state.set({ status: 'signed-in', person: kept.person });
      await refreshOnce().catch(() => undefined);
    },
    async signUp(account) {
      const request = { method: 'POST', path: '/v1/accounts', body: account } as const;
      const answer = readAnswer(await send(request), MeOrMailedLink);
      if (!('id' in answer)) return 'mailed';
      await open(account);
      return 'signed-in';
    },
    async reload() {
      const current = await freshAccess();
      if (!current) return;
      const request = { method: 'GET', path: '/v1/me' } as const;
      const person = readAnswer(await sendWith(current, request), Me);
      const kept = await vault.read();
      if (!kept) return;
      await vault.write({ ...kept, person });
      state.set({ status: 'signed-in', person });
    },
    signIn: open,
    async signOut() {
      const current = access ?? (await refreshOnce().catch(() => undefined));
      await forget();
      if (!current) return;
      const request = { method: 'DELETE', path: '/v1/sessions/current' } as const;
      // `keepalive`, since many people close the page as soon as they see that they are signed out.
      await sendWith(current, { ...request, keepalive: true }).catch(() => undefined);
    },
    async exportData() {
      const response = await sendAsPerson({ method: 'GET', path: '/v1/me/export' });
      // The text is returned unparsed; only an error response is parsed.
      if (!response.ok) readAnswer(response, Me);
      return response.text;
    },
    async deleteAccount(password) {
      const request = { method: 'DELETE', path: '/v1/me', body: { password } } as const;
      readAnswer(await sendAsPerson(request), DeletedAccount);
      await forget();
    },
    async accessToken() {
      await untilKnown();
      return (await freshAccess())?.token;
    },
    send: sendAsPerson,
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServerError && (error.status === 401 || error.status === 403);
}
