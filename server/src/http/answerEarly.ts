import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

/** Looks at a request before Fastify does. Says whether it answers it. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Lets what is asked for most be answered before Fastify looks at it; everything else reaches Fastify as ever. */
export function answerEarly(
  app: FastifyInstance,
  { answers, isShuttingDown }: { answers: readonly EarlyAnswer[]; isShuttingDown: () => boolean },
): void {
  const { server } = app;
  const route = server.listeners('request')[0] as EarlyAnswer;
  // Everything is logged at these levels, and whoever is connected at the end is told to connect elsewhere: by Fastify.
  const isFastifyNeeded = () => isShuttingDown() || /^(debug|trace)$/.test(app.log.level);

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!isFastifyNeeded() && answers.some((answer) => answer(request, response))) return;
    route.call(server, request, response);
  });
}
