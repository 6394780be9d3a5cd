import type { FastifyInstance } from 'fastify';

import { analyticsRoutes } from './hosting/analytics/analyticsRoutes.ts';
import type { UploadFolder } from './hosting/artifacts/upload/UploadFolder.ts';
import type { UploadQuota } from './hosting/artifacts/upload/UploadQuota.ts';
import { uploadRoutes } from './hosting/artifacts/upload/uploadRoutes.ts';
import { dataRoutes } from './hosting/mini-app-api/dataRoutes.ts';
import { settingRoutes } from './hosting/mini-app-api/settingRoutes.ts';
import type { UpstreamHealth } from './hosting/mini-app-api/upstream/UpstreamHealth.ts';
import type { UpstreamGuard } from './hosting/mini-app-api/upstream/UpstreamGuard.types.ts';
import { keyRoutes } from './hosting/publishers/keyRoutes.ts';
import { publisherRoutes } from './hosting/publishers/publisherRoutes.ts';
import { pathToBe } from './hosting/records/pathRows.ts';
import type { Resolver } from './hosting/registry/resolution/createResolver.ts';
import { choiceRoute } from './hosting/registry/routes/choiceRoute.ts';
import { nameRoutes } from './hosting/registry/routes/nameRoutes.ts';
import { releaseRoutes } from './hosting/registry/routes/releaseRoutes.ts';
import { reviewRoutes } from './hosting/registry/routes/reviewRoutes.ts';
import { trustRoutes } from './hosting/registry/routes/trustRoutes.ts';
import { versionRoutes } from './hosting/registry/routes/versionRoutes.ts';
import { crashRoutes } from './hosting/reports/crashes/crashRoutes.ts';
import { createMapStack } from './hosting/reports/crashes/source-maps/mapStack.ts';
import { withUsage } from './hosting/reports/usageOf.ts';
import { reportReadingRoutes } from './hosting/reports/reportRoutes.ts';
import { limitPerToken } from './http/rate-limits/rateLimits.ts';
import type { KnownCallers } from './http/strangers/KnownCallers.ts';
import type { TypedApp } from './http/TypedApp.types.ts';
import type { AdminActions } from './operations/actions/AdminActions.ts';
import { auditRoutes } from './operations/audit/auditRoutes.ts';
import { consoleSessionRoutes } from './operations/console/consoleSessionRoutes.ts';
import { accessRoute } from './operations/identity/accessRoute.ts';
import { requireAdmin } from './operations/identity/adminAuth.ts';
import type { AdminTokens } from './operations/identity/adminTokens.ts';
import { roleRoute } from './operations/identity/roleRoute.ts';
import { tokenRoutes } from './operations/identity/tokenRoutes.ts';
import { findTokenIds, listTokenNames } from './operations/identity/tokenRows.ts';
import { changeRoutes } from './overview/changeRoutes.ts';
import type { ChangeStreams } from './overview/ChangeStreams.ts';
import { overviewRoutes } from './overview/overviewRoutes.ts';
import { type SystemDeps, systemRoute } from './overview/systemRoute.ts';
import type { Push } from './push/Push.types.ts';
import { isHostApp } from './push/server-keys/hostApps.ts';
import { serverKeyRoutes } from './push/server-keys/serverKeyRoutes.ts';
import type { ServerDeps } from './ServerDeps.types.ts';
import type { OpenPeople } from './people/openPeople.ts';
import type { Database } from './storage/database/Database.types.ts';
import type { ObjectStore } from './storage/objects/ObjectStore.types.ts';

interface AdminDeps {
  db: Database;
  objects: ObjectStore;
  uploads: UploadFolder;
  quota: UploadQuota;
  actions: AdminActions;
  upstreams: UpstreamGuard;
  upstreamHealth: UpstreamHealth;
  certificates: ServerDeps['certificates'];
  addresses: ServerDeps['config'];
  adminTokens: AdminTokens;
  knownCallers: KnownCallers;
  people: OpenPeople;
  push: Push;
  streams: ChangeStreams;
  resolver: Resolver;
  system: Omit<SystemDeps, 'push' | 'upstreamHealth'>;
}

/** Everything under `/v1/admin`: for operators and publishers, by their tokens. */
export async function adminRoutes(admin: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { adminTokens, knownCallers, people, system, ...own } = deps;
  const shared = { ...own, isHostApp };
  const checked = requireAdmin(admin, { tokens: adminTokens, knownCallers });
  limitPerToken(admin, deps.addresses.rateLimits);
  versionRoutes(admin, {
    ...shared,
    withUsage: (apps) => withUsage(deps.db, apps, Date.now()),
  });
  releaseRoutes(admin, shared);
  trustRoutes(admin, shared);
  reviewRoutes(admin, shared);
  settingRoutes(admin, shared);
  dataRoutes(admin, shared);
  analyticsRoutes(admin, shared);
  reportReadingRoutes(admin, shared);
  const newPath = () => deps.uploads.newPath();
  const { db, objects } = deps;
  crashRoutes(admin, { db, mapStack: createMapStack({ db, objects, newPath }) });
  tokenRoutes(admin, shared);
  roleRoute(admin, { actions: () => checked });
  accessRoute(admin, { pathOf: (appId) => pathToBe(deps.db, appId) });
  keyRoutes(admin, shared);
  publisherRoutes(admin, shared);
  nameRoutes(admin, shared);
  serverKeyRoutes(admin, shared);
  auditRoutes(admin, { ...shared, findTokenIds, listTokenNames });
  consoleSessionRoutes(admin, shared);
  overviewRoutes(admin, shared);
  changeRoutes(admin, shared);
  systemRoute(admin, {
    ...system,
    push: deps.push,
    upstreamHealth: deps.upstreamHealth,
  });
  choiceRoute(admin, shared);
  deps.push.adminRoutes(admin, shared);
  await people.adminRoutes(admin, shared);
  await admin.register(async (scope) => uploadRoutes(scope as TypedApp, shared));
}
