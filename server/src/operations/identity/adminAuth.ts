import type { TokenScope } from '@host/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { bearerIn } from '../../http/headers/bearerIn.ts';
import type { KnownCallers } from '../../http/strangers/KnownCallers.ts';
import type { AdminTokens } from './adminTokens.ts';
import type { Caller } from './Caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of this request; set on every route of the admin API before its handler runs. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** The scope that a route of the admin API needs, or several, any of which is enough. */
    scope?: TokenScope | readonly TokenScope[] | undefined;
  }
}

/** An action of the admin API, and the scopes it is checked for. */
export interface CheckedAction {
  method: string;
  path: string;
  summary: string;
  /** Any of them is enough. */
  scopes: readonly TokenScope[];
}

/**
 * Admits only callers with a valid token, the route's scope, and rights to the mini-app in the path. Returns a function that
 * lists all actions, to be called once all routes are registered.
 */
export function requireAdmin(
  app: FastifyInstance,
  { tokens, knownCallers }: { tokens: AdminTokens; knownCallers: KnownCallers },
): readonly CheckedAction[] {
  const actions: CheckedAction[] = [];
  app.decorateRequest('caller');
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (config?.scope === undefined) throw new Error(`${String(method)} ${url} names no scope.`);
    if (method === 'HEAD') return;
    const { summary = '' } = schema as { summary?: string };
    actions.push({ method: String(method), path: url, summary, scopes: [config.scope].flat() });
  });
  app.addHook('onRequest', async (request) => {
    const caller = await tokens.authenticate(requireBearer(request));
    request.caller = caller;
    knownCallers.remember(request.headers.authorization!);
    caller.requireScope(request.routeOptions.config.scope ?? 'admin');
    const { appId } = request.params as { appId?: string };
    if (appId !== undefined) await caller.requireApp(appId);
  });
  return actions;
}

/** The token in the `Authorization` header of a request, which has to have one. */
export function requireBearer(request: Pick<FastifyRequest, 'headers'>): string {
  const token = bearerIn(request.headers.authorization);
  if (token) return token;
  throw new ApiError('unauthorized', 'The request has no header Authorization: Bearer <token>.');
}
