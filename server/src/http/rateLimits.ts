import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

import { ApiError } from '../ApiError.ts';

interface RateLimits {
  /** Requests a minute. */
  perAddress: number;
  perToken: number;
}

/** Counts requests per address. Artifacts are left out: they cost little, and many phones share an address. */
export async function limitPerAddress(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 50_000 });
  const check = app.createRateLimit({
    max: limits.perAddress,
    timeWindow: '1 minute',
    keyGenerator: (request) => `address ${request.ip}`,
  });
  app.addHook('onRequest', async (request) => refuseWhenOver(await check(request), 'this address'));
}

/** Counts requests per token; call it where the caller is known already. */
export function limitPerToken(app: FastifyInstance, limits: RateLimits): void {
  const check = app.createRateLimit({
    max: limits.perToken,
    timeWindow: '1 minute',
    keyGenerator: (request) => `token ${request.caller.actor}`,
  });
  app.addHook('onRequest', async (request) => refuseWhenOver(await check(request), 'this token'));
}

type Outcome = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseWhenOver(outcome: Outcome, who: string): void {
  if (outcome.isAllowed || !outcome.isExceeded) return;
  throw new ApiError('rate-limited', `${outcome.max} requests a minute are accepted from ${who}.`, {
    retryAfterSeconds: Math.max(1, outcome.ttlInSeconds),
  });
}
