import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { ERRORS, type Problem } from '@host/contracts';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge } from 'prom-client';

import { drainRefusedBody } from '../bodies/drainRefusedBody.ts';
import type { RefusalPace } from './RefusalPace.ts';
import type { StrangerTurns } from './StrangerTurns.ts';
import { takeRequests } from '../connections/takeRequests.ts';

/** Pipelined requests of one connection. Browsers and our clients do not pipeline. */
const MAX_PIPELINED_REQUESTS = 16;
const RETRY_AFTER_SECONDS = 1;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Gives requests without a valid key the lowest priority: a few begin in each turn of the event loop, some are queued,
 * and beyond that they are refused with Retry-After. Known callers begin at once.
 */
export function admitStrangers(
  app: FastifyInstance,
  {
    turns,
    baseUrl,
    keyOf,
    isKnown,
    isProbe = () => false,
    refusals,
  }: {
    turns: StrangerTurns;
    baseUrl: string;
    /** Reads the credential of a request, by default its `Authorization` header. */
    keyOf?: (request: IncomingMessage) => string | undefined;
    isKnown: (authorization: string) => boolean;
    /** Whether it is a health probe. It does not queue: an orchestrator whose probes time out in a flood restarts one node after another. */
    isProbe?: (request: IncomingMessage) => boolean;
    refusals: Pick<RefusalPace, 'answerLate'>;
  },
): void {
  const underWay = new WeakMap<Socket, number>();
  const refused = figuresOf(app, turns);

  const admit = (answer: Listener, request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED_REQUESTS) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once('close', () => void underWay.set(socket, underWay.get(socket)! - 1));
    const begin = () => void (socket.destroyed || answer(request, response));
    if (isProbe(request)) {
      begin();
      return;
    }
    if (turns.admit(begin)) return;
    refused.inc();
    refusals.answerLate(() => refuse(request, response, baseUrl));
  };

  takeRequests(app.server, (answer) => (request, response) => {
    const authorization = keyOf ? keyOf(request) : request.headers.authorization;
    if (authorization !== undefined && isKnown(authorization)) answer(request, response);
    else admit(answer, request, response);
  });
}

function refuse(request: IncomingMessage, response: ServerResponse, baseUrl: string): void {
  if (response.destroyed) return;
  const { status, title } = ERRORS.unavailable;
  const problem: Problem = {
    type: `${baseUrl}/docs/errors/unavailable`,
    title,
    status,
    code: 'unavailable',
    detail: 'More is asked for than this server can answer: those with a key come first.',
  };
  drainRefusedBody(request, response);
  response.writeHead(status, {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
  });
  response.end(JSON.stringify(problem));
}

function figuresOf(app: FastifyInstance, turns: StrangerTurns): Counter {
  app.metrics.registerMetric(
    new Gauge({
      name: 'http_strangers_waiting',
      help: 'Requests without a valid key that wait for their turn',
      registers: [],
      collect() {
        this.set(turns.waiting);
      },
    }),
  );
  return new Counter({
    name: 'http_strangers_refused_total',
    help: 'Requests without a valid key that were refused with Retry-After because too many waited',
    registers: [app.metrics],
  });
}
