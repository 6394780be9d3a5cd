import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../ApiError.ts';
import { RequestCounter } from './RequestCounter.ts';

interface RateLimits {
  /** Requests a minute. */
  perAddress: number;
  perToken: number;
}

/** Counts requests per address. Artifacts are left out: they cost little, and many phones share an address. */
export function limitPerAddress(app: FastifyInstance, limits: RateLimits): void {
  limit(app, limits.perAddress, 'this address', (request) => request.ip);
}

/** Counts requests per token; call it where the caller is known already. */
export function limitPerToken(app: FastifyInstance, limits: RateLimits): void {
  limit(app, limits.perToken, 'this token', (request) => request.caller.actor);
}

function limit(
  app: FastifyInstance,
  max: number,
  who: string,
  callerOf: (request: FastifyRequest) => string,
): void {
  const counter = new RequestCounter(max);
  app.addHook('onRequest', (request, _, done) => {
    const retryAfterSeconds = counter.count(callerOf(request));
    if (retryAfterSeconds === undefined) return done();
    const detail = `${max} requests a minute are accepted from ${who}.`;
    done(new ApiError('rate-limited', detail, { retryAfterSeconds }));
  });
}
