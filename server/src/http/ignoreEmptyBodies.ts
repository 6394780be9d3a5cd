import type { FastifyInstance } from 'fastify';

/**
 * Takes an empty body for no body, of whatever type it says it is: `curl -d ''` and many libraries send a type with every
 * POST, and where no body is needed there is nothing wrong with that.
 */
export function ignoreEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers }, routeOptions }, _, done) => {
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    // The push protocol answers an empty form in its own words.
    if (isEmpty && routeOptions.config.limit !== 'senders') delete headers['content-type'];
    done();
  });
}
