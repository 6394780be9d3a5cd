import {
  LIMITS,
  RefreshRequest,
  SessionTokens,
  SignInRequest,
  EndedSession,
} from '@host/contracts';
import type { FastifyReply } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import { bearerOf } from '../bearerOf.ts';
import { deleteSession } from '../records/sessionRows.ts';
import type { OwnSessionTokens } from '../tokens/OwnSessionTokens.ts';
import type { RefreshCookie } from './refreshCookie.ts';
import type { OpenSession } from './Sessions.ts';
import { type SignInDeps, signIn } from './signIn.ts';

const USER_AGENT_LENGTH = 200;

/** Signing in, refreshing and signing out. */
export function sessionRoutes(
  app: TypedApp,
  deps: SignInDeps & { tokens: OwnSessionTokens; cookie: RefreshCookie },
): void {
  const { db, sessions, tokens, cookie } = deps;

  async function answer(reply: FastifyReply, session: OpenSession, inCookie: boolean) {
    if (inCookie) cookie.set(reply, session.refreshToken);
    void reply.header('cache-control', 'no-store');
    return {
      sessionId: session.id,
      accessToken: await tokens.issue(session),
      expiresIn: LIMITS.accessTokenSeconds,
      ...(!inCookie && { refreshToken: session.refreshToken }),
      refreshBefore: new Date(session.expiresAt).toISOString(),
    };
  }

  app.post(
    '/v1/sessions',
    {
      schema: {
        tags: ['people'],
        summary: 'Sign in',
        description:
          'Starts a session. With `"transport": "cookie"` the refresh token comes as a cookie that no script can read; use it in browsers.',
        body: SignInRequest,
        response: { 201: SessionTokens },
      },
    },
    async (request, reply) => {
      const inCookie = request.body.transport === 'cookie';
      // Otherwise another site could sign a person in to a foreign account (login CSRF).
      if (inCookie) cookie.requireOwnPage(request);
      const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH);
      const session = await signIn(deps, request.body, { address: request.address, userAgent });
      return reply.code(201).send(await answer(reply, session, inCookie));
    },
  );

  app.post(
    '/v1/sessions/refresh',
    {
      schema: {
        tags: ['people'],
        summary: 'Refresh a session',
        description: `Exchanges the refresh token, from the body or the cookie, for a new access token and the next refresh token. The same one sent again within ${LIMITS.refreshGraceSeconds} seconds gets the same answer, as long as the next one was not used; later the session ends, since two have it.`,
        body: RefreshRequest,
        response: { 200: SessionTokens },
      },
    },
    async (request, reply) => {
      const sent = request.body.refreshToken;
      const token = sent ?? cookie.read(request);
      if (token === undefined) {
        throw new ApiError('session-ended', 'Neither the body nor a cookie has a refresh token.');
      }
      return answer(reply, await sessions.refresh(token), sent === undefined);
    },
  );

  app.delete(
    '/v1/sessions/current',
    {
      schema: {
        tags: ['people'],
        summary: 'Sign out',
        description:
          'Ends the session of the access token, or, without one, of the cookie; takes the cookie away.',
        response: { 200: EndedSession },
      },
    },
    async (request, reply) => {
      const bearer = bearerOf(request.headers.authorization);
      const carried = bearer === undefined ? cookie.read(request) : undefined;
      const ended =
        bearer === undefined
          ? carried && (await endCarried(carried))
          : await endSignedIn(await tokens.authenticate(bearer));
      if (!ended) throw new ApiError('session-ended', 'There is no session to sign out of.');
      cookie.clear(reply);
      return { id: ended };
    },
  );

  async function endCarried(token: string): Promise<string | undefined> {
    const row = await sessions.find(token);
    if (row) await deleteSession(db, row.id, row.person_id);
    return row?.id;
  }

  async function endSignedIn({
    person,
    sessionId,
  }: Awaited<ReturnType<OwnSessionTokens['authenticate']>>): Promise<string | undefined> {
    if (sessionId !== undefined) await deleteSession(db, sessionId, person.id);
    return sessionId;
  }
}
