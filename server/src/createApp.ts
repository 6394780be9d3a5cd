import { LIMITS } from '@host/contracts';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';

import { ApiError } from './errors/ApiError.ts';
import { nameCallers } from './http/address/nameCallers.ts';
import { networkOf } from './http/address/networkOf.ts';
import { BodyPace } from './http/bodies/BodyPace.ts';
import { drainRefusedBody } from './http/bodies/drainRefusedBody.ts';
import { hasUnreadBody } from './http/bodies/hasUnreadBody.ts';
import { ignoreEmptyBodies } from './http/bodies/ignoreEmptyBodies.ts';
import { acceptJsonBodies } from './http/bodies/jsonBodies.ts';
import { logOutcomes } from './http/log/logOutcome.ts';
import { sendProblem } from './http/problemReply.ts';
import { NetworkLimits } from './http/rate-limits/rateLimits.ts';
import { refuseNul } from './http/bodies/refuseNul.ts';
import { requestIdOf } from './http/headers/requestIds.ts';
import { EVERY_ANSWER } from './http/headers/securityHeaders.ts';
import { delayRefusals } from './http/strangers/delayRefusals.ts';
import { RefusalPace } from './http/strangers/RefusalPace.ts';
import { toApiError } from './http/toApiError.ts';
import type { ConsoleGate } from './operations/console/ConsoleGate.ts';
import type { ServerDeps } from './ServerDeps.types.ts';

/** For the largest upload; `BodyPace` watches that bodies do not trickle. */
const REQUEST_LIMIT_MS = 15 * 60 * 1000;
const HEADERS_LIMIT_MS = 15_000;
const CHECK_EVERY_MS = 5000;
/** The longest part of a path: the token of a device. */
export const MAX_PATH_PART_LENGTH = LIMITS.deviceTokenLength;

/** The HTTP framework with what holds for every request: ids, limits, errors, the pace of bodies, the log. */
export function createApp(
  { config, logger, onRoute, bodyPatience }: ServerDeps,
  {
    limits,
    refusals,
    isKnown,
    gate,
  }: {
    limits: NetworkLimits;
    refusals: RefusalPace;
    isKnown: (authorization: string) => boolean;
    gate: ConsoleGate;
  },
): FastifyInstance {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = toApiError(error, request.routeOptions.bodyLimit);
    if (!known) request.log.error({ reqId: request.id, err: error }, 'unexpected error');
    const shown = known ?? new ApiError('internal-error', 'See the log of the server.');
    return sendProblem(request, reply, shown, config.baseUrl);
  };

  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // A child logger for every request costs more than most answers: the lines contain the request id themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    rewriteUrl: (request) => gate.rewrite(request),
    routerOptions: { maxParamLength: MAX_PATH_PART_LENGTH },
    // URLs that the router rejects; no hook runs for them.
    frameworkErrors: (error, request, reply) => {
      const refusal = limits.refusalOf('api', networkOf(app.addressOf(request.raw)));
      const answer = () => {
        drainRefusedBody(request.raw, reply.raw);
        void answerError(refusal ?? error, request, withOwnHeaders(request, reply));
      };
      if (refusal) refusals.answerLate(answer);
      else refusals.answer(answer);
    },
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: REQUEST_LIMIT_MS,
    http: { headersTimeout: HEADERS_LIMIT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    // `logOutcomes` logs requests.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // During a shutdown, open connections are still answered, and told to close.
    return503OnClosing: false,
  });
  nameCallers(app, config.trustProxy);
  if (onRoute) app.addHook('onRoute', onRoute);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJsonBodies(app);
  ignoreEmptyBodies(app);
  const pace = new BodyPace(bodyPatience);
  app.addHook('onClose', async () => pace.close());

  // Synchronous hooks: a promise costs about a microsecond per request.
  app.addHook('onRequest', (request, reply, done) => {
    void withOwnHeaders(request, reply);
    pace.watch(request.raw);
    const isUnknownRoute = request.is404;
    done(
      refuseNul(request) ?? (isUnknownRoute ? limits.refusalOf('api', request.network) : undefined),
    );
  });
  app.addHook('onRequest', (request, reply, done) => {
    const elsewhere = gate.check(request);
    if (elsewhere === undefined) done();
    else void reply.redirect(elsewhere);
  });
  delayRefusals(app, { refusals, isKnown });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasUnreadBody(request.raw)) {
      void reply.removeHeader('connection');
      drainRefusedBody(request.raw, reply.raw);
    }
    done(null, payload);
  });
  logOutcomes(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    const error = new ApiError('not-found', `There is no ${request.method} ${path}.`);
    return sendProblem(request, reply, error, config.baseUrl);
  });
  return app;
}

/** Sets the headers that every answer has, the framework's own error answers included. */
function withOwnHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header('x-request-id', request.id).headers(EVERY_ANSWER);
}
