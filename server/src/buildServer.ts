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

import type { Config } from './config/Config.types.ts';
import { ApiError } from './errors/ApiError.ts';
import { StrayErrors } from './errors/stray/StrayErrors.ts';
import { analyticsRoutes, eventRoutes } from './hosting/analytics/analyticsRoutes.ts';
import { answerFromMemory } from './hosting/artifacts/cdn/answerFromMemory.ts';
import { cdnRoutes } from './hosting/artifacts/cdn/cdnRoutes.ts';
import { UploadFolder, type UploadPatience } from './hosting/artifacts/upload/UploadFolder.ts';
import { UploadQuota } from './hosting/artifacts/upload/UploadQuota.ts';
import { uploadRoutes } from './hosting/artifacts/upload/uploadRoutes.ts';
import { hostingSweepers } from './hosting/hostingSweepers.ts';
import { dataRoutes } from './hosting/mini-app-api/dataRoutes.ts';
import { forgetOwner } from './hosting/mini-app-api/forgetOwner.ts';
import { miniAppRoutes } from './hosting/mini-app-api/miniAppRoutes.ts';
import { settingRoutes } from './hosting/mini-app-api/settingRoutes.ts';
import { createUpstreamClient } from './hosting/mini-app-api/upstream/createUpstreamClient.ts';
import { createUpstreamGuard } from './hosting/mini-app-api/upstream/createUpstreamGuard.ts';
import type { FindAddresses } from './hosting/mini-app-api/upstream/UpstreamGuard.types.ts';
import { keyRoutes } from './hosting/publishers/keyRoutes.ts';
import { publisherRoutes } from './hosting/publishers/publisherRoutes.ts';
import { createResolver } from './hosting/registry/resolution/createResolver.ts';
import { hostRoutes } from './hosting/registry/routes/hostRoutes.ts';
import { nameRoutes } from './hosting/registry/routes/nameRoutes.ts';
import { releaseRoutes } from './hosting/registry/routes/releaseRoutes.ts';
import { trustRoutes } from './hosting/registry/routes/trustRoutes.ts';
import { versionRoutes } from './hosting/registry/routes/versionRoutes.ts';
import { reportReadingRoutes, reportRoutes } from './hosting/reports/reportRoutes.ts';
import { nameCallers } from './http/address/nameCallers.ts';
import { networkOf } from './http/address/networkOf.ts';
import { admitStrangers } from './http/strangers/admitStrangers.ts';
import { allowOrigins, answerPreflights } from './http/allowOrigins.ts';
import { answerEarly } from './http/answerEarly.ts';
import { AnswersUnderWay } from './http/AnswersUnderWay.ts';
import { BodyPace, type BodyPatience } from './http/BodyPace.ts';
import { configRoute } from './http/configRoute.ts';
import { errorPages } from './http/docs/errorPages.ts';
import { describeApi, showApi } from './http/docs/openApi.ts';
import { hasUnreadBody } from './http/hasUnreadBody.ts';
import { answerHealth } from './http/health.ts';
import { drainRefusedBody } from './http/drainRefusedBody.ts';
import { ignoreEmptyBodies } from './http/ignoreEmptyBodies.ts';
import { acceptJsonBodies } from './http/jsonBodies.ts';
import { delayRefusals } from './http/strangers/delayRefusals.ts';
import { KnownCallers } from './http/strangers/KnownCallers.ts';
import { RefusalPace } from './http/strangers/RefusalPace.ts';
import { logOutcomes } from './http/log/logOutcome.ts';
import { measureRequests } from './http/metrics.ts';
import { policyReportRoutes } from './http/policy-reports/policyReportRoutes.ts';
import { PriorityWork } from './http/strangers/PriorityWork.ts';
import { sendProblem } from './http/problemReply.ts';
import { NetworkLimits, limitPerToken, limitScope } from './http/rateLimits.ts';
import { refuseNul } from './http/refuseNul.ts';
import { requestIdOf } from './http/requestIds.ts';
import { StrangerTurns } from './http/strangers/StrangerTurns.ts';
import { toApiError } from './http/toApiError.ts';
import type { TypedApp } from './http/TypedApp.types.ts';
import { hostAppHeaders } from './http/web-app/hostAppHeaders.ts';
import type { WebAppFiles } from './http/web-app/readWebApp.ts';
import { webAppRoutes } from './http/web-app/webAppRoutes.ts';
import { yieldingDatabase } from './http/strangers/yieldingDatabase.ts';
import { answerBeingWritten } from './node-internals/nodeInternals.ts';
import { AdminActions } from './operations/actions/AdminActions.ts';
import { auditRoutes } from './operations/audit/auditRoutes.ts';
import { accessRoute } from './operations/identity/accessRoute.ts';
import { demandAdmin } from './operations/identity/adminAuth.ts';
import { createAdminTokens } from './operations/identity/adminTokens.ts';
import { tokenRoutes } from './operations/identity/tokenRoutes.ts';
import { metricsRoute } from './operations/metricsRoute.ts';
import { DiskSpace, type Space } from './operations/quotas/DiskSpace.ts';
import { Quotas } from './operations/quotas/Quotas.ts';
import { type PeopleDeps, openPeople } from './people/openPeople.ts';
import type { LiveTimes } from './push/live/Hub.ts';
import { openPush } from './push/openPush.ts';
import { isHostApp } from './push/server-keys/hostApps.ts';
import { serverKeyRoutes } from './push/server-keys/serverKeyRoutes.ts';
import type { Transport } from './push/transports/Transport.types.ts';
import type { NativeSockets } from './push/websocket/nativeSockets.ts';
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
    | 'metricsToken'
    | 'pushGatewayUrl'
    | 'upstreamOrigins'
    | 'pauseThreshold'
    | 'production'
    | 'quotaFactor'
  >;
  adminToken: string;
  /** The one of before, while it is changed. */
  previousAdminToken?: string | undefined;
  /** What back ends send pushes with. */
  serverKey: string;
  previousServerKey?: string | undefined;
  /** The services that reach devices that do not connect to this server. */
  pushTransports?: readonly Transport[] | undefined;
  /** What browsers subscribe to Web Push with; needs a transport for it. */
  webPushKey?: string | undefined;
  /** How patient the server is with the connections of devices. */
  pushTimes?: Partial<LiveTimes> | undefined;
  /** Writes to the sockets of many devices faster than their streams. */
  nativeSockets?: NativeSockets | undefined;
  /** Counts the answers under way on every connection, where Node does not show the one that it writes. */
  countsAnswers?: boolean | undefined;
  /** How people are kept: the secret that all nodes share, and what tests make cheaper. */
  people: Pick<PeopleDeps, 'secret' | 'previousSecret' | 'passwordCost' | 'limits' | 'mailer'>;
  db: Database;
  objects: ObjectStore;
  /** How much space there is where the data lies, where that can be found out. */
  readSpace?: (() => Promise<Space>) | undefined;
  /** What tests make smaller. */
  quotas?: { networkFactor?: number; unregisteredBytes?: number } | undefined;
  /** A folder of this machine for uploads under way. */
  uploadFolder: string;
  uploadPatience?: Partial<UploadPatience>;
  bodyPatience?: Partial<BodyPatience> | undefined;
  /** How long a refusal takes when there are many, in milliseconds. */
  refusalDelayMs?: number;
  logger?: FastifyBaseLogger;
  /** The built host app, served under `/app/`. */
  hostApp?: WebAppFiles | undefined;
  /** Finds the addresses of upstreams; asks the system by default. */
  findAddresses?: FindAddresses | undefined;
  /** Is told of every route as it is added: what is said of all routes can be checked on all routes. */
  onRoute?: (route: RouteOptions) => void;
}

/** For the largest upload; that bodies do not drip is looked at besides. */
const REQUEST_LIMIT_MS = 15 * 60 * 1000;
const HEADERS_LIMIT_MS = 15_000;
const CHECK_EVERY_MS = 5000;
/** Who asks again at once does so once a second for each connection, and no more often. */
const REFUSAL_DELAY_MS = 1000;
/** The longest part of a path: the token of a device. */
const MAX_PATH_PART_LENGTH = LIMITS.deviceTokenLength;

/** Builds the server without listening: `main.ts` listens, tests inject requests. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  z.config(en());
  const { config, db, objects, refusalDelayMs = REFUSAL_DELAY_MS } = deps;
  const limits = new NetworkLimits(config.rateLimits);
  const refusals = new RefusalPace(refusalDelayMs);
  const knownCallers = new KnownCallers();
  const isKnown = (authorization: string) =>
    push.isKnownSender(authorization) || knownCallers.knows(authorization);
  const app = createApp(deps, { limits, refusals, isKnown });
  let shuttingDown = false;
  app.addHook('preClose', async () => void (shuttingDown = true));

  await describeApi(app, config.baseUrl);
  const measure = measureRequests(app);
  const priority = new PriorityWork(() => push.isSending());
  const turns = new StrangerTurns({ priority, isWriting: () => db.isWriting?.() ?? false });
  const yieldingDb = yieldingDatabase(db, priority);
  const strays = new StrayErrors(app.log, app.metrics);
  app.decorate('strayErrors', strays);
  const { hostApp } = deps;
  const memoryAnswers = await inScope(app, async (files) => {
    limitScope(files, limits, 'files');
    await showApi(files, config.baseUrl);
    errorPages(files, config.baseUrl);
    if (hostApp) {
      webAppRoutes(files, { prefix: '/app/', files: hostApp, headersOf: hostAppHeaders(config) });
    }
    const home = hostApp ? '/app/' : '/docs/';
    files.get('/', { schema: { hide: true } }, async (_, reply) => reply.redirect(home));
    return cdnRoutes(files, { db, objects });
  });
  await app.register(async (probes) => {
    limitScope(probes, limits, 'probes');
    answerHealth(probes, { db, objects, isShuttingDown: () => shuttingDown });
  });

  const quotas = new Quotas({
    registry: app.metrics,
    logger: deps.logger,
    factor: config.quotaFactor,
    networkFactor: deps.quotas?.networkFactor,
    disk: deps.readSpace && new DiskSpace(deps.readSpace),
  });
  app.addHook('onReady', () => quotas.start());
  app.addHook('onClose', async () => quotas.close());
  const resolver = createResolver(db, config.baseUrl);
  app.addHook('onClose', async () => resolver.close());
  const peoplePart = await openPeople({
    ...deps.people,
    config,
    db,
    resolver,
    quotas,
    logger: deps.logger,
  });
  app.addHook('onReady', async () => peoplePart.start());
  app.addHook('onClose', () => peoplePart.close());
  const { people } = peoplePart;
  people.onPersonDeleted((id) => forgetOwner(db, (appId) => people.openIdOf(id, appId)));
  const upstreams = createUpstreamGuard(config.upstreamOrigins, deps.findAddresses);
  const upstream = createUpstreamClient(upstreams);
  app.addHook('onClose', async () => upstream.close());
  const adminTokens = createAdminTokens(db, acceptedOf(deps.adminToken, deps.previousAdminToken));
  const answers = deps.countsAnswers ? new AnswersUnderWay() : undefined;
  const push = await openPush({
    app,
    db,
    serverKeys: acceptedOf(deps.serverKey, deps.previousServerKey),
    adminTokens,
    people: peoplePart.people,
    transports: deps.pushTransports,
    webPushKey: deps.webPushKey,
    times: deps.pushTimes,
    nativeSockets: deps.nativeSockets,
    answerUnderWay: answers ? (socket) => answers.of(socket) : answerBeingWritten,
    limits,
    turns,
    refusals,
    yieldingDb,
    quotas,
    strays,
    logger: deps.logger,
  });
  app.addHook('onReady', async () => push.start());
  app.addHook('preClose', async () => push.disconnectAll());
  app.addHook('onClose', () => push.close());
  await app.register(async (scope) => push.protocolRoutes(scope));
  answerEarly(app, {
    answers: [
      answerFromMemory(memoryAnswers, {
        measure,
        isAdmitted: (request) =>
          limits.count('files', networkOf(app.addressOf(request))) === undefined,
      }),
      push.earlySends(measure),
    ],
    isShuttingDown: () => shuttingDown,
    strays,
  });
  admitStrangers(app, { turns, baseUrl: config.baseUrl, isKnown, refusals });
  answers?.countOn(app.server);
  const actions = new AdminActions(db, {
    onFull: () => quotas.alert('answers-per-token'),
  });
  const uploads = new UploadFolder(deps.uploadFolder, deps.uploadPatience);
  for (const sweeper of hostingSweepers({ db, objects }, deps.logger)) {
    app.addHook('onReady', async () => sweeper.start());
    app.addHook('onClose', () => sweeper.close());
  }

  await app.register(async (api) => {
    allowOrigins(api, [new URL(config.baseUrl).origin, ...config.hostOrigins]);
    limitScope(api, limits, 'api');
    answerPreflights(api);
    metricsRoute(api, { adminTokens, token: config.metricsToken });
    await api.register(async (scope) =>
      policyReportRoutes(scope as TypedApp, { logger: app.log, metrics: app.metrics }),
    );
    configRoute(api, { ...config, sendsMail: peoplePart.sendsMail });
    hostRoutes(api, { db, resolver });
    eventRoutes(api, { db: yieldingDb, quotas });
    const { pauseThreshold: threshold } = config;
    reportRoutes(api, { db: yieldingDb, quotas, threshold, digestKey: peoplePart.digestKey });
    await api.register(async (scope) =>
      miniAppRoutes(scope, {
        db,
        people: peoplePart.people,
        upstream,
        maxPathPartLength: MAX_PATH_PART_LENGTH,
      }),
    );
    await peoplePart.routes(api);
    push.routes(api);

    await api.register(
      async (admin) => {
        demandAdmin(admin, { tokens: adminTokens, knownCallers });
        limitPerToken(admin, config.rateLimits);
        const quota = new UploadQuota(quotas, deps.quotas?.unregisteredBytes);
        const shared = {
          db,
          objects,
          uploads,
          quota,
          actions,
          upstreams,
          addresses: config,
          isHostApp,
        };
        versionRoutes(admin, shared);
        releaseRoutes(admin, shared);
        trustRoutes(admin, shared);
        settingRoutes(admin, shared);
        dataRoutes(admin, shared);
        analyticsRoutes(admin, shared);
        reportReadingRoutes(admin, shared);
        tokenRoutes(admin, shared);
        accessRoute(admin);
        keyRoutes(admin, shared);
        publisherRoutes(admin, shared);
        nameRoutes(admin, shared);
        serverKeyRoutes(admin, shared);
        auditRoutes(admin, shared);
        await peoplePart.adminRoutes(admin, shared);
        await admin.register(async (scope) => uploadRoutes(scope as TypedApp, shared));
      },
      { prefix: '/v1/admin' },
    );
  });
  return app;
}

/** Adds routes in a scope of their own, and gives what adding them gave. */
async function inScope<Result>(
  app: FastifyInstance,
  build: (scope: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  await app.register(async (scope) => {
    result = await build(scope);
  });
  return result!;
}

function acceptedOf(current: string, previous: string | undefined): string[] {
  return previous === undefined ? [current] : [current, previous];
}

function createApp(
  { config, logger, onRoute, bodyPatience }: ServerDeps,
  {
    limits,
    refusals,
    isKnown,
  }: {
    limits: NetworkLimits;
    refusals: RefusalPace;
    isKnown: (authorization: string) => boolean;
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
    // A logger of its own for every request costs more than answering most: the lines name the request themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: MAX_PATH_PART_LENGTH },
    // Addresses that no route is looked up for; no hook runs for them.
    frameworkErrors: (error, request, reply) => {
      const refusal = limits.refusalOf('api', networkOf(app.addressOf(request.raw)));
      const answer = () => {
        drainRefusedBody(request.raw, reply.raw);
        void answerError(refusal ?? error, request, reply.header('x-request-id', request.id));
      };
      if (refusal) refusals.answerLate(answer);
      else refusals.answer(answer);
    },
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: REQUEST_LIMIT_MS,
    http: { headersTimeout: HEADERS_LIMIT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    // logOutcomes decides what is worth a line.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Whoever is connected when the server is told to end is still answered, and told to connect elsewhere next time.
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

  // Hooks that answer at once: each promise would cost every request about a microsecond.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    pace.watch(request.raw);
    const isUnknownRoute = request.is404;
    done(
      refuseNul(request) ?? (isUnknownRoute ? limits.refusalOf('api', request.network) : undefined),
    );
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
