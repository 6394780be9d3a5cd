import type { FastifyInstance } from 'fastify';

/** As long as browsers remember it at most. */
const REMEMBERED_SECONDS = 7200;

/**
 * Lets pages of some other origins use what a scope answers. Without their cookies: whoever calls from elsewhere says who
 * they are with a token.
 */
export function allowOrigins(scope: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('vary', 'origin');
    const { origin, 'access-control-request-method': method } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return undefined;
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', '*');
    if (request.method !== 'OPTIONS' || method === undefined) return undefined;
    const wanted = request.headers['access-control-request-headers'];
    return reply
      .code(204)
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', wanted ?? '')
      .header('access-control-max-age', REMEMBERED_SECONDS)
      .send();
  });
  // Without a route there would be no hook.
  scope.options('*', { schema: { hide: true } }, async (_, reply) => reply.callNotFound());
}
