import type { TokenScope } from '@host/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { bearerIn } from '../../http/bearerIn.ts';
import type { KnownCallers } from '../../http/strangers/KnownCallers.ts';
import type { AdminTokens } from './adminTokens.ts';
import type { Caller } from './Caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of this request; set on every route of the admin API before its handler runs. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** The scope that a route of the admin API needs, or several of which one is enough. */
    scope?: TokenScope | readonly TokenScope[] | undefined;
  }
}

/** Lets only callers through that have a valid token, the route's scope, and the mini-app that the path names. */
export function demandAdmin(
  app: FastifyInstance,
  { tokens, knownCallers }: { tokens: AdminTokens; knownCallers: KnownCallers },
): void {
  app.decorateRequest('caller');
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.scope === undefined) throw new Error(`${String(method)} ${url} names no scope.`);
  });
  app.addHook('onRequest', async (request) => {
    const caller = await tokens.authenticate(bearerOf(request));
    request.caller = caller;
    knownCallers.remember(request.headers.authorization!);
    caller.demandScope(request.routeOptions.config.scope ?? 'admin');
    const { appId } = request.params as { appId?: string };
    if (appId !== undefined) await caller.demandApp(appId);
  });
}

/** The token in the `Authorization` header of a request. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string {
  const token = bearerIn(request.headers.authorization);
  if (token) return token;
  throw new ApiError('unauthorized', 'The request has no header Authorization: Bearer <token>.');
}
