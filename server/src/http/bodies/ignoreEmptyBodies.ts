import type { FastifyInstance } from 'fastify';

/**
 * Treats an empty body as no body, whatever its Content-Type: `curl -d ''` and many libraries send a type with every
 * POST.
 */
export function ignoreEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers }, routeOptions }, _, done) => {
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    // The FCM protocol has its own answer to an empty form.
    if (isEmpty && routeOptions.config.limit !== 'senders') delete headers['content-type'];
    done();
  });
}
