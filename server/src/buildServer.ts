import { LIMITS } from '@host/contracts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { en } from 'zod/locales';

import { analyticsRoutes, eventRoutes } from './analytics/analyticsRoutes.ts';
import { ApiError } from './ApiError.ts';
import { answerFromMemory } from './artifacts/cdn/answerFromMemory.ts';
import { cdnRoutes } from './artifacts/cdn/cdnRoutes.ts';
import { UploadFolder, type UploadPatience } from './artifacts/upload/UploadFolder.ts';
import { uploadRoutes } from './artifacts/upload/uploadRoutes.ts';
import { auditRoutes } from './audit/auditRoutes.ts';
import type { Config } from './config/Config.types.ts';
import { demandAdmin } from './http/adminAuth.ts';
import { AdminActions } from './http/AdminActions.ts';
import { allowOrigins } from './http/allowOrigins.ts';
import { answerEarly } from './http/answerEarly.ts';
import { configRoute } from './http/configRoute.ts';
import { errorPages } from './http/docs/errorPages.ts';
import { describeApi } from './http/docs/openApi.ts';
import { answerHealth } from './http/health.ts';
import { acceptJsonBodies } from './http/jsonBodies.ts';
import { logOutcome } from './http/logOutcome.ts';
import { measureRequests } from './http/metrics.ts';
import { sendProblem } from './http/problemReply.ts';
import { refuseNul } from './http/refuseNul.ts';
import { limitPerAddress, limitPerToken } from './http/rateLimits.ts';
import { requestIdOf } from './http/requestIds.ts';
import { toApiError } from './http/toApiError.ts';
import type { TypedApp } from './http/TypedApp.types.ts';
import { hostAppHeaders } from './http/web-app/hostAppHeaders.ts';
import type { WebAppFiles } from './http/web-app/readWebApp.ts';
import { webAppRoutes } from './http/web-app/webAppRoutes.ts';
import { createAdminTokens } from './identity/adminTokens.ts';
import { tokenRoutes } from './identity/tokenRoutes.ts';
import { type PeopleDeps, openPeople } from './people/openPeople.ts';
import { dataRoutes } from './miniapi/dataRoutes.ts';
import { miniAppRoutes } from './miniapi/miniAppRoutes.ts';
import { settingRoutes } from './miniapi/settingRoutes.ts';
import { createUpstreamClient } from './miniapi/upstream/createUpstreamClient.ts';
import { createUpstreamGuard } from './miniapi/upstream/createUpstreamGuard.ts';
import type { FindAddresses } from './miniapi/upstream/UpstreamGuard.types.ts';
import { keyRoutes } from './publishers/keyRoutes.ts';
import type { LiveTimes } from './push/live/Hub.ts';
import type { NativeSockets } from './push/websocket/nativeSockets.ts';
import { openPush } from './push/openPush.ts';
import { serverKeyRoutes } from './push/server-keys/serverKeyRoutes.ts';
import type { Transport } from './push/transports/Transport.types.ts';
import { createResolver } from './registry/resolution/createResolver.ts';
import { hostRoutes } from './registry/routes/hostRoutes.ts';
import { releaseRoutes } from './registry/routes/releaseRoutes.ts';
import { versionRoutes } from './registry/routes/versionRoutes.ts';
import { reportReadingRoutes, reportRoutes } from './reports/reportRoutes.ts';
import type { Database } from './storage/database/Database.types.ts';
import type { ObjectStore } from './storage/objects/ObjectStore.types.ts';

/** Everything that the server works with; tests hand in what they like. */
export interface ServerDeps {
  config: Pick<
    Config,
    | 'oidc'
    | 'baseUrl'
    | 'cdnUrl'
    | 'cdnOrigins'
    | 'hostOrigins'
    | 'rateLimits'
    | 'trustProxy'
    | 'pushGatewayUrl'
    | 'upstreamOrigins'
    | 'pauseThreshold'
    | 'production'
  >;
  adminToken: string;
  /** What back ends send pushes with. */
  serverKey: string;
  /** The services that reach devices that do not connect to this server. */
  pushTransports?: readonly Transport[] | undefined;
  /** What browsers subscribe to Web Push with; needs a transport for it. */
  webPushKey?: string | undefined;
  /** How patient the server is with the connections of devices. */
  pushTimes?: Partial<LiveTimes> | undefined;
  /** Writes to the sockets of many devices faster than their streams. */
  nativeSockets?: NativeSockets | undefined;
  /** How people are kept: the secret that all nodes share, and what tests make cheaper. */
  people: Pick<PeopleDeps, 'secret' | 'passwordCost' | 'limits'>;
  db: Database;
  objects: ObjectStore;
  /** A folder of this machine for uploads under way. */
  uploadFolder: string;
  uploadPatience?: Partial<UploadPatience>;
  logger?: FastifyBaseLogger;
  /** The built host app, served under `/app/`. */
  hostApp?: WebAppFiles | undefined;
  /** Finds the addresses of upstreams; asks the system by default. */
  findAddresses?: FindAddresses | undefined;
  /** Is told of every route as it is added: what is said of all routes can be checked on all routes. */
  onRoute?: (route: RouteOptions) => void;
}

const REQUEST_LIMIT_MS = 15 * 60 * 1000;
/** The longest part of a path: the token of a device. */
const LONGEST_PATH_PART = LIMITS.deviceTokenLength;

/** Builds the server without listening: `main.ts` listens, tests inject requests. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  z.config(en());
  const { config, db, objects } = deps;
  const app = createApp(deps);
  let shuttingDown = false;
  app.addHook('preClose', async () => void (shuttingDown = true));

  await describeApi(app, config.baseUrl);
  const measure = measureRequests(app);
  errorPages(app);
  answerHealth(app, { db, objects, isShuttingDown: () => shuttingDown });
  const memoryAnswers = cdnRoutes(app, { db, objects });
  const { hostApp } = deps;
  if (hostApp) {
    webAppRoutes(app, { prefix: '/app/', files: hostApp, headersOf: hostAppHeaders(config) });
  }
  const home = hostApp ? '/app/' : '/docs/';
  app.get('/', { schema: { hide: true } }, async (_, reply) => reply.redirect(home));

  const resolver = createResolver(db, config.baseUrl);
  app.addHook('onClose', async () => resolver.close());
  const peoplePart = await openPeople({
    ...deps.people,
    config,
    db,
    resolver,
    logger: deps.logger,
  });
  app.addHook('onReady', async () => peoplePart.start());
  app.addHook('onClose', () => peoplePart.close());
  const upstreams = createUpstreamGuard(config.upstreamOrigins, deps.findAddresses);
  const upstream = createUpstreamClient(upstreams);
  app.addHook('onClose', async () => upstream.close());
  const adminTokens = createAdminTokens(db, deps.adminToken);
  const push = await openPush({
    app,
    db,
    serverKey: deps.serverKey,
    adminTokens,
    people: peoplePart.people,
    transports: deps.pushTransports,
    webPushKey: deps.webPushKey,
    times: deps.pushTimes,
    nativeSockets: deps.nativeSockets,
    rateLimits: config.rateLimits,
    logger: deps.logger,
  });
  app.addHook('onReady', async () => push.start());
  app.addHook('preClose', async () => push.disconnectAll());
  app.addHook('onClose', () => push.close());
  await app.register(async (scope) => push.protocolRoutes(scope));
  answerEarly(app, {
    answers: [answerFromMemory(memoryAnswers, measure), push.earlySends(measure)],
    isShuttingDown: () => shuttingDown,
  });
  const actions = new AdminActions(db);
  const uploads = new UploadFolder(deps.uploadFolder, deps.uploadPatience);

  await app.register(async (api) => {
    allowOrigins(api, [new URL(config.baseUrl).origin, ...config.hostOrigins]);
    limitPerAddress(api, config.rateLimits);
    configRoute(api, config);
    hostRoutes(api, { db, resolver });
    eventRoutes(api, { db });
    reportRoutes(api, { db, threshold: config.pauseThreshold });
    await api.register(async (scope) =>
      miniAppRoutes(scope, {
        db,
        people: peoplePart.people,
        upstream,
        longestPathPart: LONGEST_PATH_PART,
      }),
    );
    await peoplePart.routes(api);
    push.routes(api);

    await api.register(
      async (admin) => {
        demandAdmin(admin, adminTokens);
        limitPerToken(admin, config.rateLimits);
        const shared = { db, objects, uploads, actions, upstreams, addresses: config };
        versionRoutes(admin, shared);
        releaseRoutes(admin, shared);
        settingRoutes(admin, shared);
        dataRoutes(admin, shared);
        analyticsRoutes(admin, shared);
        reportReadingRoutes(admin, shared);
        tokenRoutes(admin, shared);
        keyRoutes(admin, shared);
        serverKeyRoutes(admin, shared);
        auditRoutes(admin, shared);
        await admin.register(async (scope) => uploadRoutes(scope as TypedApp, shared));
      },
      { prefix: '/v1/admin' },
    );
  });
  return app;
}

function createApp({ config, logger, onRoute }: ServerDeps): FastifyInstance {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = toApiError(error, request.routeOptions.bodyLimit);
    if (!known) request.log.error({ reqId: request.id, err: error }, 'unexpected error');
    const shown = known ?? new ApiError('internal-error', 'See the log of the server.');
    return sendProblem(request, reply, shown, config.baseUrl);
  };

  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // A logger of its own for every request costs more than answering most: the lines name the request themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: LONGEST_PATH_PART },
    // Addresses that no route is looked up for; no hook runs for them.
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply.header('x-request-id', request.id));
    },
    trustProxy: config.trustProxy,
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: REQUEST_LIMIT_MS,
    // logOutcome decides what is worth a line.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Whoever is connected when the server is told to end is still answered, and told to connect elsewhere next time.
    return503OnClosing: false,
  });
  if (onRoute) app.addHook('onRoute', onRoute);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJsonBodies(app);

  // Hooks that answer at once: each promise would cost every request about a microsecond.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    done(refuseNul(request));
  });
  app.addHook('onResponse', (request, reply, done) => {
    logOutcome(request, reply);
    done();
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    const error = new ApiError('not-found', `There is no ${request.method} ${path}.`);
    return sendProblem(request, reply, error, config.baseUrl);
  });
  return app;
}
