import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';

import { ApiError } from '../ApiError.ts';
import { RequestCounter } from './RequestCounter.ts';

interface RateLimits {
  /** Requests a minute. */
  perAddress: number;
  perToken: number;
}

/** Counts requests per address. Artifacts are left out: they cost little, and many phones share an address. */
export function limitPerAddress(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', limitRoute(limits.perAddress));
}

/** Counts requests per token; call it where the caller is known already. */
export function limitPerToken(app: FastifyInstance, limits: RateLimits): void {
  app.addHook(
    'onRequest',
    limitHook(limits.perToken, 'this token', (request) => request.caller.actor),
  );
}

/** Counts the requests of each address to one route, for what costs more than most: give it to the route as `onRequest`. */
export function limitRoute(max: number): onRequestHookHandler {
  return limitHook(max, 'this address', (request) => request.ip);
}

function limitHook(
  max: number,
  who: string,
  callerOf: (request: FastifyRequest) => string,
): onRequestHookHandler {
  const counter = new RequestCounter(max);
  return (request, _, done) => {
    const retryAfterSeconds = counter.count(callerOf(request));
    if (retryAfterSeconds === undefined) return done();
    const detail = `${max} requests a minute are accepted from ${who}.`;
    return done(new ApiError('rate-limited', detail, { retryAfterSeconds }));
  };
}
