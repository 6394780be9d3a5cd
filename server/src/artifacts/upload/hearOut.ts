import type { FastifyInstance } from 'fastify';

const HEAR_OUT_MS = 5000;

/**
 * Lets a sender that is refused in the middle of its body hear why. A connection that is closed at once answers the
 * bytes under way with a reset, and with it many clients lose the answer. So the rest is poured away for a while.
 */
export function hearOut(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw: request }, reply) => {
    if (request.complete) return;
    void reply.removeHeader('connection');
    const { socket } = reply.raw;
    reply.raw.once('finish', () => {
      request.resume();
      setTimeout(() => request.complete || socket?.destroy(), HEAR_OUT_MS);
    });
  });
}
