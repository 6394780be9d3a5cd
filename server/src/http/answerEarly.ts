import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { StrayErrors } from '../errors/stray/StrayErrors.ts';
import { takeRequests } from './takeRequests.ts';

/** Looks at a request before Fastify does. Says whether it answers it. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

interface EarlyOptions {
  answers: readonly EarlyAnswer[];
  isShuttingDown: () => boolean;
  strays: StrayErrors;
}

/** Lets what is asked for most be answered before Fastify looks at it; everything else reaches Fastify as ever. */
export function answerEarly(
  app: FastifyInstance,
  { answers, isShuttingDown, strays }: EarlyOptions,
): void {
  // Everything is logged at these levels, and whoever is connected at the end is told to connect elsewhere: by Fastify.
  const isFastifyNeeded = () => isShuttingDown() || /^(debug|trace)$/.test(app.log.level);

  takeRequests(app.server, (route) => (request, response) => {
    try {
      if (!isFastifyNeeded() && answers.some((answer) => answer(request, response))) return;
      route(request, response);
    } catch (error) {
      // Fastify answers for what its handlers throw: this came from beside them.
      strays.note(error, 'request');
      if (response.headersSent) request.socket.destroy();
      else response.writeHead(500, { connection: 'close', 'content-length': 0 }).end();
    }
  });
}
