import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { RequestBudgets } from './budgets/RequestBudgets.ts';
import { RequestCounter } from './RequestCounter.ts';

interface RateLimits {
  /** Requests a minute. */
  perAddress: number;
  perToken: number;
}

/**
 * The limit that counts the requests of a route: `api` for most, `files` for what is sent from memory or disk, `probes`
 * for orchestrators, `senders` for the FCM protocol, where only requests without a valid key are counted. `handshakes`
 * counts those of WebSockets, which have no route, and `prompt-probes` the probes that begin before other requests.
 */
export type LimitName = 'api' | 'files' | 'probes' | 'prompt-probes' | 'senders' | 'handshakes';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where nodes share the limits of callers; undefined with a single node. */
    requestBudgets: RequestBudgets | undefined;
  }
  interface FastifyContextConfig {
    /** The limit of this route. Every route has one: {@link limitScope} sets it for a whole scope. */
    limit?: LimitName | undefined;
  }
}

/**
 * How many files a network may request for each other request: files cost little, and many phones share an address.
 */
const MAX_FILES_PER_REQUEST = 10;
/** Probes of a network per minute. Counted separately, so that a flood does not make a server look dead. */
const MAX_PROBES_PER_MINUTE = 600;
/** Probes of a network per minute that are answered without queueing: enough for several orchestrators, too few to matter. */
const MAX_PROMPT_PROBES_PER_MINUTE = 60;

/** Counts the requests of each network, separately for each limit. */
export class NetworkLimits {
  readonly #counters: Readonly<Record<LimitName, RequestCounter>>;

  constructor({ perAddress }: Pick<RateLimits, 'perAddress'>, budgets?: RequestBudgets) {
    const counter = (name: LimitName, max: number) =>
      new RequestCounter(max, undefined, { name, budgets });
    this.#counters = {
      api: counter('api', perAddress),
      files: counter('files', perAddress * MAX_FILES_PER_REQUEST),
      // Not shared, since orchestrators probe each node.
      probes: new RequestCounter(MAX_PROBES_PER_MINUTE),
      'prompt-probes': new RequestCounter(MAX_PROMPT_PROBES_PER_MINUTE),
      senders: counter('senders', perAddress),
      handshakes: counter('handshakes', perAddress),
    };
  }

  /** Counts a request. Returns the seconds to wait when there are too many, else undefined. */
  count(name: LimitName, network: string): number | undefined {
    return this.#counters[name].count(network);
  }

  /** Counts a request. Returns the error to answer with when there are too many, else undefined. */
  refusalOf(name: LimitName, network: string): ApiError | undefined {
    return refusal(this.#counters[name], network, 'this address');
  }
}

/** Sets the limit of all routes of a scope, and counts their requests. */
export function limitScope(scope: FastifyInstance, limits: NetworkLimits, name: LimitName): void {
  declareLimit(scope, name);
  scope.addHook('onRequest', (request, _, done) => done(limits.refusalOf(name, request.network)));
}

/** Sets the limit of all routes of a scope that counts its requests itself. */
export function declareLimit(scope: FastifyInstance, name: LimitName): void {
  scope.addHook('onRoute', (route) => {
    route.config = { limit: name, ...route.config };
  });
}

/** Limits requests per token. To be called after the caller is authenticated. */
export function limitPerToken(app: FastifyInstance, limits: RateLimits): void {
  app.addHook(
    'onRequest',
    limitHook('token', limits.perToken, 'this token', (request) => request.caller.actor),
  );
}

/** Limits the requests of each address to one expensive route: an `onRequest` hook. */
export function limitRoute(name: string, max: number): onRequestHookHandler {
  return limitHook(`route ${name}`, max, 'this address', (request) => request.network);
}

function limitHook(
  name: string,
  max: number,
  who: string,
  callerOf: (request: FastifyRequest) => string,
): onRequestHookHandler {
  let counter: RequestCounter | undefined;
  return (request, _, done) => {
    const { requestBudgets: budgets } = request.server;
    counter ??= new RequestCounter(max, undefined, { name, budgets });
    done(refusal(counter, callerOf(request), who));
  };
}

function refusal(counter: RequestCounter, caller: string, who: string): ApiError | undefined {
  const retryAfterSeconds = counter.count(caller);
  if (retryAfterSeconds === undefined) return undefined;
  const detail = `${counter.max} requests a minute are accepted from ${who}.`;
  return new ApiError('rate-limited', detail, { retryAfterSeconds });
}
