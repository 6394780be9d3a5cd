import { ConsoleSession, ConsoleSignIn } from '@host/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { limitRoute } from '../../http/rate-limits/rateLimits.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { ConsoleGate } from './ConsoleGate.ts';
import { type ConsoleSessions, type SignedIn, placeOf, sessionEnded } from './ConsoleSessions.ts';
import type { RefusedSignIns } from './RefusedSignIns.ts';

/** Sign-in attempts from one network per minute. */
const MAX_SIGN_INS_PER_MINUTE = 30;
const PATH = '/console/api/session';
const shared = { tags: ['console'], security: [{ console: [] }] };

/** Signing in to the console, who is signed in, and signing out. */
export function consoleRoutes(
  app: TypedApp,
  {
    gate,
    sessions,
    refused,
  }: { gate: ConsoleGate; sessions: ConsoleSessions; refused: RefusedSignIns },
): void {
  const signedIn = async (request: FastifyRequest): Promise<SignedIn> => {
    const secret = gate.cookieOf(request);
    if (secret === undefined) throw sessionEnded();
    return sessions.authenticate(secret);
  };
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'));

  app.post(
    PATH,
    {
      onRequest: limitRoute('console-sign-ins', MAX_SIGN_INS_PER_MINUTE),
      schema: {
        tags: shared.tags,
        summary: 'Sign in to the console',
        description:
          'With an admin token, or with a link that works once (`host-server console-link`). The session is in a cookie that works below `/console/` alone and no script can read. Changes need the header `x-console: 1`.',
        body: ConsoleSignIn,
        response: { 201: ConsoleSession },
      },
    },
    async (request, reply) => {
      const place = placeOf(request);
      const { session, secret } = await sessions
        .signIn(request.body, place)
        .catch(async (error: unknown) => {
          const way = 'link' in request.body ? 'link' : 'token';
          // An error of the server itself is not a failed sign-in.
          if (error instanceof ApiError && error.status < 500) {
            await refused.note({ with: way, why: error.code, ...place });
          }
          throw error;
        });
      // The browser's previous session is ended and not taken over, so that it is useless to anybody who may know it.
      const before = await signedIn(request).catch(() => undefined);
      if (before) await sessions.end(before.session, place);
      gate.setCookie(reply, secret);
      return reply.code(201).send(session);
    },
  );

  app.get(
    PATH,
    {
      schema: {
        ...shared,
        summary: 'Read who is signed in to the console',
        response: { 200: ConsoleSession },
      },
    },
    async (request) => (await signedIn(request)).session,
  );

  app.delete(
    PATH,
    {
      schema: {
        ...shared,
        summary: 'Sign out of the console',
        response: { 200: z.object({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const { session } = await signedIn(request);
      await sessions.end(session, placeOf(request));
      gate.clearCookie(reply);
      return { id: session.id };
    },
  );
}
