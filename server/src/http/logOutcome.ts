import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

// Whoever wants to revoke a token may well send the token in place of its id.
const TOKEN = /(hat|hrt)_[a-z0-9-]{26,36}_[\w-]*/g;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether what succeeds is said at `debug` only, as with reads: it can be looked up elsewhere. */
    isLoggedAsRead?: boolean | undefined;
  }
}

/** What became of a request. */
interface Outcome {
  reqId: string;
  method: string;
  path: string | undefined;
  status: number;
  ms: number;
  actor?: string;
}

/**
 * Logs what became of a request: changes always, failures by how bad they are, and successful reads only at `debug`,
 * since one line for each would cost more than most answers. The query stays out of it: people put secrets there.
 */
export function logOutcome(request: FastifyRequest, reply: FastifyReply): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const outcome = {
    reqId: request.id,
    method: request.method,
    path: shownPath(request),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    ...(request.caller && { actor: request.caller.actor }),
  };
  writeOutcome(request.log, outcome, isRead || request.routeOptions.config.isLoggedAsRead === true);
}

/** The same of a request that Fastify did not see. */
export function writeOutcome(logger: FastifyBaseLogger, outcome: Outcome, isRead: boolean): void {
  const level =
    outcome.status >= 500 ? 'error' : outcome.status >= 400 || !isRead ? 'info' : 'debug';
  if (level === 'debug' && logger.level !== 'debug' && logger.level !== 'trace') return;
  logger[level]({ ...outcome, ms: Math.round(outcome.ms * 10) / 10 }, 'request');
}

// The token of a device is what senders reach it by: where it is part of the path, the route is named instead.
function shownPath({ params, routeOptions, url }: FastifyRequest): string | undefined {
  const hasDeviceToken = (params as { token?: string } | undefined)?.token !== undefined;
  return hasDeviceToken ? routeOptions.url : url.split('?')[0]?.replace(TOKEN, '$1_…');
}
