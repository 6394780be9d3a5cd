import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { FailureLines } from './FailureLines.ts';

const MAX_PATH_LENGTH = 300;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether successes are logged at `debug` only, like reads, since they are recorded elsewhere. */
    isLoggedAsRead?: boolean | undefined;
  }
}

/** The outcome of a request. */
interface Outcome {
  reqId: string;
  method: string;
  path: string | undefined;
  status: number;
  ms: number;
  actor?: string;
}

/**
 * Logs the outcome of requests: changes always, failures by severity, and successful reads only at `debug`, since a line
 * for each would cost more than most answers. Without the query, where people put secrets.
 */
export function logOutcomes(app: FastifyInstance): void {
  const ofStrangers = new FailureLines(app.log);
  app.addHook('onResponse', (request, reply, done) => {
    const isRefusedStranger = !request.caller && reply.statusCode >= 400 && reply.statusCode < 500;
    if (!isRefusedStranger || ofStrangers.admit()) logOutcome(request, reply);
    done();
  });
  app.addHook('onClose', async () => ofStrangers.close());
}

function logOutcome(request: FastifyRequest, reply: FastifyReply): void {
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

/** The same for a request that Fastify did not see. */
export function writeOutcome(logger: FastifyBaseLogger, outcome: Outcome, isRead: boolean): void {
  const level =
    outcome.status >= 500 ? 'error' : outcome.status >= 400 || !isRead ? 'info' : 'debug';
  if (level === 'debug' && logger.level !== 'debug' && logger.level !== 'trace') return;
  logger[level]({ ...outcome, ms: Math.round(outcome.ms * 10) / 10 }, 'request');
}

// The path to log. If it contains the token of a device, or is long, the route is logged instead: a truncated path could
// end with half a secret, which no pattern would recognize.
function shownPath({ params, routeOptions, url }: FastifyRequest): string | undefined {
  const path = url.split('?')[0]!;
  const hasDeviceToken = (params as { token?: string } | undefined)?.token !== undefined;
  if (hasDeviceToken) return routeOptions.url;
  return path.length > MAX_PATH_LENGTH ? (routeOptions.url ?? '(long)') : path;
}
