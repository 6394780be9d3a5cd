import {
  AppId,
  LIMITS,
  Problem,
  ReportReceipt,
  SeriesQuery,
  Version,
  VersionReport,
  VersionReports,
  VersionSeries,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { limitRoute } from '../../http/rate-limits/rateLimits.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { dayOf } from '../analytics/dayOf.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { findPeriod } from '../records/periodRows.ts';
import { requireVersion } from '../registry/changeVersion.ts';
import { listDays } from './dayRows.ts';
import { listFailures } from './failureRows.ts';
import { InstallQuota } from './InstallQuota.ts';
import { pauseFailing } from './pauseFailing.ts';
import { type RecordReportDeps, recordReport } from './recordReport.ts';
import { versionSeries } from './versionSeries.ts';

const App = z.object({ appId: AppId });
const AppVersion = z.object({ appId: AppId, version: Version });
/** A host reports a start or two a minute; many hosts share an address. */
const REPORTS_A_MINUTE = 300;
const SHOWN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Accepts hosts' reports about a version: it ran, did not load, or crashed, or somebody complained. */
export function reportRoutes(
  app: TypedApp,
  {
    db,
    threshold,
    quotas,
    digestKey,
  }: Pick<RecordReportDeps, 'db' | 'threshold' | 'digestKey'> & { quotas: Quotas },
): void {
  const quota = new InstallQuota(db, quotas);
  app.post(
    '/v1/mini-programs/:appId/reports',
    {
      onRequest: limitRoute('reports', REPORTS_A_MINUTE),
      schema: {
        tags: ['hosts'],
        summary: 'Report how a version runs',
        description:
          'Counted per version and day, each install once. When too many installs crash or hang on start, the release is paused by itself until an operator releases it again.',
        params: App,
        body: VersionReport,
        response: { 200: ReportReceipt, 404: Problem },
      },
    },
    async (request) => {
      const { appId } = request.params;
      const { body: report, address, id: requestId } = request;
      await requireVersion(db, appId, report.version);
      const now = Date.now();
      const hasFailed = await recordReport(
        { db, threshold, quota, digestKey },
        { appId, report, address, now },
      );
      if (hasFailed) {
        await pauseFailing(db, { appId, version: report.version, requestId, now }, threshold);
      }
      return { counted: true };
    },
  );
}

/** Reads the reports about a version. */
export function reportReadingRoutes(app: TypedApp, { db }: { db: Database }): void {
  app.get(
    '/mini-programs/:appId/versions/:version/reports',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['registry'],
        security: [{ token: [] }],
        summary: 'What hosts reported of a version',
        description: `Counts of the last ${LIMITS.analyticsDays} days with reports, and the last ${LIMITS.reportedFailures} distinct failures, the newest first. Scope: \`read\`.`,
        params: AppVersion,
        response: { 200: VersionReports },
      },
    },
    async ({ params: { appId, version } }) => {
      await requireVersion(db, appId, version);
      const period = await findPeriod(db, appId, version);
      return {
        appId,
        version,
        starts: {
          ...(period && { since: new Date(period.started_at).toISOString() }),
          installs: period?.installs ?? 0,
          failedInstalls: period?.failed_installs ?? 0,
          networks: period?.networks ?? 0,
          failedNetworks: period?.failed_networks ?? 0,
        },
        days: await listDays(db, appId, version, LIMITS.analyticsDays),
        failures: await listFailures(db, appId, version),
      };
    },
  );

  app.get(
    '/mini-programs/:appId/series',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['registry'],
        security: [{ token: [] }],
        summary: 'Adoption and failures of versions by day',
        description:
          'The share of installs that ran each version on a day, and what hosts reported of it. Counted as it happens. Scope: `read`.',
        params: App,
        querystring: SeriesQuery,
        response: { 200: VersionSeries },
      },
    },
    async ({ params: { appId }, query }) => {
      if (!(await findMiniProgram(db, appId))) {
        throw new ApiError('mini-program-not-found', `There is no mini-app ${appId}.`);
      }
      const days = Number(query.days ?? SHOWN_DAYS);
      return versionSeries(db, appId, dayOf(Date.now() - (days - 1) * DAY_MS));
    },
  );
}
