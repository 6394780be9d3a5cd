import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import type { MeasureRequest } from '../../http/metrics.ts';
import type { MemoryAnswers } from './MemoryAnswers.ts';

const PREFIX = '/cdn/';
const ROUTE = '/cdn/*';

interface Options {
  memoryAnswers: MemoryAnswers;
  measure: MeasureRequest;
  isShuttingDown: () => boolean;
}

/** Lets artifacts in memory be sent before Fastify looks at the request; everything else reaches Fastify as ever. */
export function answerFromMemory(
  app: FastifyInstance,
  { memoryAnswers, measure, isShuttingDown }: Options,
): void {
  const { server } = app;
  const route = server.listeners('request')[0] as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
  // Reads are logged at these levels, and whoever is connected at the end is told to connect elsewhere: by Fastify.
  const isFastifyNeeded = () => isShuttingDown() || /^(debug|trace)$/.test(app.log.level);

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.url?.startsWith(PREFIX) && !isFastifyNeeded()) {
      const bytes = memoryAnswers.send(request, response);
      if (bytes !== undefined) {
        const finish = measure('GET', ROUTE);
        response.once('close', () => finish(200, bytes));
        return;
      }
    }
    route.call(server, request, response);
  });
}
