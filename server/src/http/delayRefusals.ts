import type { FastifyInstance } from 'fastify';

/**
 * Lets whoever asks too often wait for hearing so. Whoever asks again as soon as there is an answer then asks no more often
 * than this for each connection: refusing costs nearly as much as answering.
 */
export function delayRefusals(app: FastifyInstance, delayMs: number): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    if (reply.statusCode === 429 && delayMs > 0) setTimeout(done, delayMs, null, payload);
    else done(null, payload);
  });
}
