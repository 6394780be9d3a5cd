import type { FastifyInstance } from 'fastify';

import type { RefusalPace } from './RefusalPace.ts';

/** Delays refusals: all for exceeded rate limits, and all others of strangers. */
export function delayRefusals(
  app: FastifyInstance,
  { refusals, isKnown }: { refusals: RefusalPace; isKnown: (authorization: string) => boolean },
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { statusCode } = reply;
    const { authorization } = request.headers;
    const send = () => done(null, payload);
    if (statusCode === 429) refusals.answerLate(send);
    else if (statusCode < 400 || statusCode > 499) send();
    else if (authorization !== undefined && isKnown(authorization)) send();
    else refusals.answer(send);
  });
}
