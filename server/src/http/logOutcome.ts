import type { FastifyReply, FastifyRequest } from 'fastify';

// Whoever wants to revoke a token may well send the token in place of its id.
const TOKEN = /(hat|hrt)_[a-z0-9-]{26,36}_[\w-]*/g;

/**
 * Logs what became of a request: changes always, failures by how bad they are, and successful reads only at `debug`,
 * since one line for each would cost more than most answers. The query stays out of it: people put secrets there.
 */
export function logOutcome(request: FastifyRequest, reply: FastifyReply): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const level =
    reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 || !isRead ? 'info' : 'debug';
  if (level === 'debug' && request.log.level !== 'debug' && request.log.level !== 'trace') return;
  request.log[level](
    {
      reqId: request.id,
      method: request.method,
      path: shownPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller && { actor: request.caller.actor }),
    },
    'request',
  );
}

// The token of a device is what senders reach it by: where it is part of the path, the route is named instead.
function shownPath({ params, routeOptions, url }: FastifyRequest): string | undefined {
  const hasDeviceToken = (params as { token?: string } | undefined)?.token !== undefined;
  return hasDeviceToken ? routeOptions.url : url.split('?')[0]?.replace(TOKEN, '$1_…');
}
