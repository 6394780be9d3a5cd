import {
  AnalyticsBatch,
  AnalyticsCounts,
  AnalyticsQuery,
  AnalyticsReceipt,
  AppId,
  LIMITS,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { limitRoute } from '../../http/rate-limits/rateLimits.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { readCounts } from './analyticsRows.ts';
import { countEvents } from './countEvents.ts';
import { dayOf } from './dayOf.ts';
import { EventQuota } from './EventQuota.ts';

const App = z.object({ appId: AppId });
const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_DAYS = 30;
/** Hosts send events in batches; many hosts share an address. */
const BATCHES_A_MINUTE = 600;

/** Accepts events from hosts. No session is needed: nothing about a person is stored. */
export function eventRoutes(app: TypedApp, { db, quotas }: { db: Database; quotas: Quotas }): void {
  const quota = new EventQuota(db, quotas);
  app.post(
    '/v1/analytics/events',
    {
      onRequest: limitRoute('analytics', BATCHES_A_MINUTE),
      schema: {
        tags: ['analytics'],
        summary: 'Count what people see and do',
        description:
          'At most 100 events and 64 KB. Each counts once by its `id`, however often it is sent. Counted per mini-app, version, name and day (UTC); a day that is more than two days away is taken for today. Properties, installs and people are not kept.',
        body: AnalyticsBatch,
        response: { 200: AnalyticsReceipt },
      },
    },
    async ({ body, address }) =>
      countEvents({ db, quota }, body.events, { address, now: Date.now() }),
  );
}

/** Reads what was counted. */
export function analyticsRoutes(app: TypedApp, { db }: { db: Database }): void {
  for (const [name, type, summary] of [
    ['screens', 'screen', 'How often each screen was seen'],
    ['events', 'track', 'How often each event was tracked'],
  ] as const) {
    app.get(
      `/mini-programs/:appId/analytics/${name}`,
      {
        config: { scope: 'read' },
        schema: {
          tags: ['analytics'],
          security: [{ token: [] }],
          summary,
          description: `Counts by name and day (UTC), from \`from\` to \`to\`, both included; the last ${USUAL_DAYS} days when nothing is said. Scope: \`read\`.`,
          params: App,
          querystring: AnalyticsQuery,
          response: { 200: AnalyticsCounts },
        },
      },
      async ({ params: { appId }, query }) => {
        const days = chooseDays(query, Date.now());
        if (!(await findMiniProgram(db, appId))) {
          throw new ApiError('mini-program-not-found', `${appId} is not registered.`);
        }
        return { ...days, items: await readCounts(db, appId, type, days) };
      },
    );
  }
}

function chooseDays(query: AnalyticsQuery, now: number): { from: string; to: string } {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days >= 1 && days <= LIMITS.analyticsDays) return { from, to };
  const detail = `from and to are 1 to ${LIMITS.analyticsDays} days, not ${days}`;
  throw new ApiError('invalid-query', `/from: ${detail}`, {
    errors: [{ pointer: '/from', code: 'invalid_range', detail }],
  });
}
