import type { FastifyInstance } from 'fastify';

/** The longest time that browsers cache a preflight. */
const REMEMBERED_SECONDS = 7200;

/**
 * Lets pages of some other origins use the routes of a scope (CORS). Without cookies: callers from elsewhere use a token.
 */
export function allowOrigins(scope: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  scope.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    void reply.header('vary', 'origin');
    if (origin === undefined || !allowed.has(origin)) return;
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', '*');
  });
}

/** Answers CORS preflights of allowed origins. To be called after the rate limits are set up. */
export function answerPreflights(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    const method = request.headers['access-control-request-method'];
    const isAllowed = reply.hasHeader('access-control-allow-origin');
    if (!isAllowed || request.method !== 'OPTIONS' || method === undefined) return undefined;
    const wanted = request.headers['access-control-request-headers'];
    return reply
      .code(204)
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', wanted ?? '')
      .header('access-control-max-age', REMEMBERED_SECONDS)
      .send();
  });
  // Without a route, no hook would run.
  scope.options('*', { schema: { hide: true } }, async (_, reply) => reply.callNotFound());
}
