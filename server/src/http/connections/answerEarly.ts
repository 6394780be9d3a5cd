import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { StrayErrors } from '../../errors/stray/StrayErrors.ts';
import { EVERY_ANSWER } from '../headers/securityHeaders.ts';
import { takeRequests } from './takeRequests.ts';

const CLOSING = { connection: 'close', 'content-length': 0 } as const;

/** Handles a request before Fastify, or gives false to leave it to Fastify. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

interface EarlyOptions {
  answers: readonly EarlyAnswer[];
  isShuttingDown: () => boolean;
  /** Whether a request is one that has to be checked before it is answered. */
  isChecked: (request: IncomingMessage) => boolean;
  strays: StrayErrors;
}

/** The fast path: lets the most frequent requests be answered before Fastify; all others reach Fastify as usual. */
export function answerEarly(
  app: FastifyInstance,
  { answers, isShuttingDown, isChecked, strays }: EarlyOptions,
): void {
  // Only Fastify logs everything at these levels, and closes connections at shutdown.
  const isFastifyNeeded = (request: IncomingMessage) =>
    isShuttingDown() || isChecked(request) || /^(debug|trace)$/.test(app.log.level);

  takeRequests(app.server, (route) => (request, response) => {
    try {
      if (!isFastifyNeeded(request) && answers.some((answer) => answer(request, response))) return;
      route(request, response);
    } catch (error) {
      // Fastify handles errors of its own handlers only.
      strays.note(error, 'request');
      if (response.headersSent) request.socket.destroy();
      else response.writeHead(500, { ...EVERY_ANSWER, ...CLOSING }).end();
    }
  });
}
