import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';

import { ApiError } from '../errors/ApiError.ts';
import { RequestCounter } from './RequestCounter.ts';

interface RateLimits {
  /** Requests a minute. */
  perAddress: number;
  perToken: number;
}

/**
 * What counts the requests of a route: `api` for most, `files` for what is sent from memory or the disk as it is, `probes`
 * for what orchestrators ask, `senders` for the push protocol, where only those without a valid key are counted.
 * `handshakes` counts those of WebSockets, which reach no route.
 */
export type LimitName = 'api' | 'files' | 'probes' | 'senders' | 'handshakes';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What counts the requests of this route. Every route has one: {@link limitScope} declares it for all of a scope. */
    limit?: LimitName | undefined;
  }
}

/** Files a minute for every other request that a network may make: they cost little, and many phones share an address. */
const MAX_FILES_PER_REQUEST = 10;
/** Probes of a network a minute. They are apart from all others, so that a flood does not make a server look dead. */
const MAX_PROBES_PER_MINUTE = 600;

/** Counts the requests of each network, apart for each kind of route. */
export class NetworkLimits {
  readonly #counters: Readonly<Record<LimitName, RequestCounter>>;

  constructor({ perAddress }: Pick<RateLimits, 'perAddress'>) {
    this.#counters = {
      api: new RequestCounter(perAddress),
      files: new RequestCounter(perAddress * MAX_FILES_PER_REQUEST),
      probes: new RequestCounter(MAX_PROBES_PER_MINUTE),
      senders: new RequestCounter(perAddress),
      handshakes: new RequestCounter(perAddress),
    };
  }

  /** Counts a request. The seconds to wait when it is one too many, else undefined. */
  count(name: LimitName, network: string): number | undefined {
    return this.#counters[name].count(network);
  }

  /** Counts a request; the error to answer with when it is one too many. */
  refusalOf(name: LimitName, network: string): ApiError | undefined {
    return refusal(this.#counters[name], network, 'this address');
  }
}

/** Declares what counts the requests of all routes of a scope, and counts them. */
export function limitScope(scope: FastifyInstance, limits: NetworkLimits, name: LimitName): void {
  declareLimit(scope, name);
  scope.addHook('onRequest', (request, _, done) => done(limits.refusalOf(name, request.network)));
}

/** Declares what counts the requests of all routes of a scope that does the counting itself. */
export function declareLimit(scope: FastifyInstance, name: LimitName): void {
  scope.addHook('onRoute', (route) => {
    route.config = { limit: name, ...route.config };
  });
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
  return limitHook(max, 'this address', (request) => request.network);
}

function limitHook(
  max: number,
  who: string,
  callerOf: (request: FastifyRequest) => string,
): onRequestHookHandler {
  const counter = new RequestCounter(max);
  return (request, _, done) => done(refusal(counter, callerOf(request), who));
}

function refusal(counter: RequestCounter, caller: string, who: string): ApiError | undefined {
  const retryAfterSeconds = counter.count(caller);
  if (retryAfterSeconds === undefined) return undefined;
  const detail = `${counter.max} requests a minute are accepted from ${who}.`;
  return new ApiError('rate-limited', detail, { retryAfterSeconds });
}
