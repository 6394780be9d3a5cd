import type { FastifyInstance } from 'fastify';

import type { RefusalPace } from './RefusalPace.ts';

/** Answers refusals at their pace: of all who asked too often, and of strangers for whatever reason. */
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
