import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { en } from 'zod/locales';

import { adminRoutes } from './adminRoutes.ts';
import { chooseNodes } from './chooseNodes.ts';
import { MAX_PATH_PART_LENGTH, createApp } from './createApp.ts';
import { StrayErrors } from './errors/stray/StrayErrors.ts';
import { fileRoutes } from './fileRoutes.ts';
import { eventRoutes } from './hosting/analytics/analyticsRoutes.ts';
import { answerFromMemory } from './hosting/artifacts/cdn/answerFromMemory.ts';
import { UploadFolder } from './hosting/artifacts/upload/UploadFolder.ts';
import { UploadQuota } from './hosting/artifacts/upload/UploadQuota.ts';
import { hostingSweepers } from './hosting/hostingSweepers.ts';
import { forgetOwner } from './hosting/mini-app-api/forgetOwner.ts';
import { miniAppRoutes } from './hosting/mini-app-api/miniAppRoutes.ts';
import { createUpstreamClient } from './hosting/mini-app-api/upstream/createUpstreamClient.ts';
import { UpstreamHealth } from './hosting/mini-app-api/upstream/UpstreamHealth.ts';
import { createUpstreamGuard } from './hosting/mini-app-api/upstream/createUpstreamGuard.ts';
import { createResolver } from './hosting/registry/resolution/createResolver.ts';
import { hostRoutes } from './hosting/registry/routes/hostRoutes.ts';
import { CrashWatch } from './hosting/reports/crashes/CrashWatch.ts';
import { reportRoutes } from './hosting/reports/reportRoutes.ts';
import { networkOf } from './http/address/networkOf.ts';
import { allowOrigins, answerPreflights } from './http/headers/allowOrigins.ts';
import { answerEarly } from './http/connections/answerEarly.ts';
import { PendingAnswers } from './http/connections/PendingAnswers.ts';
import { configRoute } from './http/configRoute.ts';
import { Departure } from './http/connections/Departure.ts';
import { describeApi } from './http/docs/openApi.ts';
import { PROBES, answerHealth } from './http/health.ts';
import { measureRequests } from './http/metrics.ts';
import { policyReportRoutes } from './http/policy-reports/policyReportRoutes.ts';
import { NetworkLimits, limitScope } from './http/rate-limits/rateLimits.ts';
import { admitStrangers } from './http/strangers/admitStrangers.ts';
import { KnownCallers } from './http/strangers/KnownCallers.ts';
import { PriorityWork } from './http/strangers/PriorityWork.ts';
import { RefusalPace } from './http/strangers/RefusalPace.ts';
import { StrangerTurns } from './http/strangers/StrangerTurns.ts';
import { yieldingDatabase } from './http/strangers/yieldingDatabase.ts';
import type { TypedApp } from './http/TypedApp.types.ts';
import { answerBeingWritten } from './node-internals/nodeInternals.ts';
import { AdminActions } from './operations/actions/AdminActions.ts';
import { ConsoleGate } from './operations/console/ConsoleGate.ts';
import { consoleRoutes } from './operations/console/consoleRoutes.ts';
import { oidcRoutes } from './operations/console/oidcRoutes.ts';
import { RefusedSignIns } from './operations/console/RefusedSignIns.ts';
import { createGrantOfPerson } from './operations/console/grantOfPerson.ts';
import { createRightsLater } from './operations/console/rightsLater.ts';
import { ConsoleSessions, consoleSweeper } from './operations/console/ConsoleSessions.ts';
import { withConsoleSessions } from './operations/console/withConsoleSessions.ts';
import { createAdminTokens } from './operations/identity/adminTokens.ts';
import { metricsRoute } from './operations/metricsRoute.ts';
import { DiskSpace } from './operations/quotas/DiskSpace.ts';
import { Quotas } from './operations/quotas/Quotas.ts';
import { ChangeStreams } from './overview/ChangeStreams.ts';
import { HealthWatch } from './overview/HealthWatch.ts';
import { OidcProvider } from './people/issuer/OidcProvider.ts';
import { openPeople } from './people/openPeople.ts';
import { openPush } from './push/openPush.ts';
import { openBus } from './storage/bus/openBus.ts';
import type { ServerDeps } from './ServerDeps.types.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports not ready and disconnects devices evenly over `ms`, while requests are still answered. */
    drain(ms: number): Promise<void>;
  }
}

/** Slows a refused client that retries at once down to one request a second on each connection. */
const REFUSAL_DELAY_MS = 1000;

/** Builds the server without listening: `main.ts` listens, tests inject requests. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  z.config(en());
  const { config, db, objects, refusalDelayMs = REFUSAL_DELAY_MS } = deps;
  const { connectsPerSecond } = config;
  const nodes = chooseNodes(db, { connectsPerSecond, nodes: () => push.nodes() });
  const { budgets } = nodes;
  const limits = new NetworkLimits(config.rateLimits, budgets);
  const refusals = new RefusalPace(refusalDelayMs);
  const knownCallers = new KnownCallers();
  const isKnown = (authorization: string) =>
    push.isKnownSender(authorization) || knownCallers.knows(authorization);
  const gate = new ConsoleGate(config);
  const app = createApp(deps, { limits, refusals, isKnown, gate });
  app.decorate('requestBudgets', budgets);
  const departure = new Departure();
  app.addHook('onRequest', async ({ method, url }) => departure.check(method, url));
  let shuttingDown = false;
  app.addHook('preClose', async () => void (shuttingDown = true));

  await describeApi(app, config.baseUrl);
  const measure = measureRequests(app);
  const priority = new PriorityWork(() => push.isSending());
  const turns = new StrangerTurns({ priority, isWriting: () => db.isWriting?.() ?? false });
  const yieldingDb = yieldingDatabase(db, priority);
  const strays = new StrayErrors(app.log, app.metrics);
  app.decorate('strayErrors', strays);
  const memoryAnswers = await inScope(app, async (files) => {
    limitScope(files, limits, 'files');
    return fileRoutes(files, deps);
  });
  await app.register(async (probes) => {
    limitScope(probes, limits, 'probes');
    answerHealth(probes, {
      db,
      objects,
      isShuttingDown: () => shuttingDown || departure.hasBegun,
      registry: app.metrics,
    });
  });

  const quotas = new Quotas({
    registry: app.metrics,
    logger: deps.logger,
    factor: config.quotaFactor,
    networkFactor: deps.quotas?.networkFactor,
    disk: deps.readSpace && new DiskSpace(deps.readSpace),
    budgets,
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
    budgets,
    logger: deps.logger,
  });
  app.addHook('onReady', async () => peoplePart.start());
  app.addHook('onClose', () => peoplePart.close());
  const { people } = peoplePart;
  people.onPersonDeleted((id) => forgetOwner(db, (appId) => people.openIdOf(id, appId)));
  const upstreams = createUpstreamGuard(config.upstreamOrigins, deps.findAddresses);
  const upstream = createUpstreamClient(upstreams);
  app.addHook('onClose', async () => upstream.close());
  const upstreamHealth = new UpstreamHealth(yieldingDb, deps.logger);
  app.addHook('onClose', () => upstreamHealth.flush());
  const rootTokens = acceptedOf(deps.adminToken, deps.previousAdminToken);
  const ownTokens = createAdminTokens(db, rootTokens);
  const { consoleOidc } = config;
  const consoleSessions = new ConsoleSessions({
    db,
    tokens: ownTokens,
    rootTokens,
    people: consoleOidc,
  });
  const adminTokens = withConsoleSessions(ownTokens, { gate, sessions: consoleSessions });
  const answers = deps.countsAnswers ? new PendingAnswers() : undefined;
  const bus = deps.bus ?? openBus({ db });
  if (!deps.bus) app.addHook('onClose', () => bus.close());
  if (deps.tracing) app.metrics.registerMetric(deps.tracing.counter);
  const push = await openPush({
    app,
    db,
    nodes: nodes.live,
    bus,
    serverKeys: acceptedOf(deps.serverKey, deps.previousServerKey),
    adminTokens,
    grantOfPerson: createGrantOfPerson(consoleOidc),
    people: peoplePart.people,
    transports: deps.pushTransports,
    webPushKey: deps.webPushKey,
    times: deps.pushTimes,
    nativeSockets: deps.nativeSockets,
    answerUnderWay: answers ? (socket) => answers.of(socket) : answerBeingWritten,
    connectsPerSecond: nodes.connectsPerSecond,
    limits,
    turns,
    refusals,
    yieldingDb,
    quotas,
    strays,
    tracer: deps.tracing?.tracer,
    logger: deps.logger,
  });
  app.decorate('drain', async (ms: number) => {
    departure.drain();
    await push.drain(ms);
    await departure.leave();
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
    isShuttingDown: () => shuttingDown || departure.isLeaving,
    isChecked: (request) => gate.isForConsole(request),
    strays,
  });
  const keyOf = (request: IncomingMessage) =>
    gate.authorizationOf(request) ?? request.headers.authorization;
  departure.watch(app.server);
  const isProbe = (request: IncomingMessage) =>
    PROBES.has(request.url) &&
    limits.count('prompt-probes', networkOf(app.addressOf(request))) === undefined;
  admitStrangers(app, { turns, baseUrl: config.baseUrl, keyOf, isKnown, isProbe, refusals });
  answers?.countOn(app.server);
  const streams = new ChangeStreams({
    db,
    progress: (sender) => push.progress(sender),
    connected: async () => (await push.connected()).devices,
    crashes: new CrashWatch(db),
    health: new HealthWatch(db, push),
  });
  app.addHook('preClose', async () => streams.close());
  const actions = new AdminActions(db, {
    onFull: () => quotas.alert('answers-per-token'),
  });
  const uploads = new UploadFolder(deps.uploadFolder, deps.uploadPatience);
  const sweepers = [
    ...hostingSweepers({ db, objects }, createRightsLater(consoleOidc), deps.logger),
    consoleSweeper(db, consoleSessions, deps.logger),
  ];
  for (const sweeper of sweepers) {
    app.addHook('onReady', async () => sweeper.start());
    app.addHook('onClose', () => sweeper.close());
  }

  await app.register(async (scope) => {
    limitScope(scope, limits, 'api');
    const refused = new RefusedSignIns(db);
    consoleRoutes(scope, { gate, sessions: consoleSessions, refused });
    const provider = consoleOidc && new OidcProvider(consoleOidc);
    oidcRoutes(scope, { gate, sessions: consoleSessions, refused, provider });
  });
  await app.register(async (api) => {
    allowOrigins(api, [new URL(config.baseUrl).origin, ...config.hostOrigins]);
    limitScope(api, limits, 'api');
    answerPreflights(api);
    metricsRoute(api, { adminTokens, token: config.metricsToken });
    await api.register(async (scope) =>
      policyReportRoutes(scope as TypedApp, { logger: app.log, metrics: app.metrics }),
    );
    configRoute(api, {
      ...config,
      hostAppUrl: deps.hostApp && `${config.baseUrl}/app/`,
      sendsMail: peoplePart.sendsMail,
    });
    hostRoutes(api, { db, resolver });
    eventRoutes(api, { db: yieldingDb, quotas });
    const { pauseThreshold: threshold } = config;
    reportRoutes(api, { db: yieldingDb, quotas, threshold, digestKey: peoplePart.digestKey });
    await api.register(async (scope) =>
      miniAppRoutes(scope, {
        db,
        people: peoplePart.people,
        upstream,
        upstreamHealth,
        maxPathPartLength: MAX_PATH_PART_LENGTH,
      }),
    );
    await peoplePart.routes(api);
    push.routes(api, { actions });

    const quota = new UploadQuota(quotas, deps.quotas?.unregisteredBytes);
    await api.register(
      (admin) =>
        adminRoutes(admin, {
          db,
          objects,
          uploads,
          quota,
          actions,
          upstreams,
          upstreamHealth,
          certificates: deps.certificates,
          addresses: config,
          adminTokens,
          knownCallers,
          people: peoplePart,
          push,
          streams,
          resolver,
          system: { ...deps.system, database: nodes.database, readSpace: deps.readSpace },
        }),
      { prefix: '/v1/admin' },
    );
  });
  return app;
}

/** Adds routes in an encapsulated scope. Returns the result of `build`. */
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
