import type { TokenScope } from '@host/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../ApiError.ts';
import type { AdminTokens } from '../identity/adminTokens.ts';
import type { Caller } from '../identity/Caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends this request; set on every route of the admin API before its handler runs. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** The scope that a route of the admin API needs; without one only the root token may use it. */
    scope?: TokenScope | undefined;
  }
}

/** Lets only callers through that have a valid token, the route's scope, and the mini-app that the path names. */
export function demandAdmin(app: FastifyInstance, tokens: AdminTokens): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    const caller = await tokens.authenticate(bearerOf(request));
    request.caller = caller;
    caller.demandScope(request.routeOptions.config.scope ?? 'root');
    const { appId } = request.params as { appId?: string };
    if (appId !== undefined) caller.demandApp(appId);
  });
}

function bearerOf(request: FastifyRequest): string {
  const [, token] = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token) return token;
  throw new ApiError('unauthorized', 'The request has no header Authorization: Bearer <token>.');
}
