import { type Attention, Overview, SendSeries, SendSeriesQuery } from '@host/contracts';

import { dayOf } from '../hosting/analytics/dayOf.ts';
import type { UpstreamHealth } from '../hosting/mini-app-api/upstream/UpstreamHealth.ts';
import { ApiError } from '../errors/ApiError.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { CertificateWatch } from '../operations/certificates/CertificateWatch.ts';
import { listSendDays, sumSendDays } from '../push/messages/sendDayRows.ts';
import { nameSenders } from '../push/server-keys/nameSenders.ts';
import type { SharedHealth } from '../push/push-services/healthOnNodes.ts';
import type { Database } from '../storage/database/Database.types.ts';
import {
  MAX_COUNTED,
  MAX_SHOWN,
  type Shown,
  listExpiring,
  listFailedSchedules,
  listFailing,
  listPaused,
  listReleasedSince,
  listScheduled,
  listSubmitted,
  listSuspended,
} from './overviewRows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_DAYS = 30;
const RELEASED_DAYS = 7;
/** Tokens and server keys are shown this many days before they expire. */
const EXPIRING_DAYS = 14;
const shared = { tags: ['console'], security: [{ token: [] }] };

/** What the overview needs of the gateway. */
export interface OverviewPush {
  /** Brings the counters of sends up to date. */
  countSends(): Promise<void>;
  /** How many devices are connected now, and to how many nodes. */
  connected(): Promise<{ devices: number; nodes: number }>;
  services(): Promise<SharedHealth[]>;
}

/** An overview of all mini-apps and messages, at a cost that does not grow with the history. */
export function overviewRoutes(
  app: TypedApp,
  {
    db,
    push,
    upstreamHealth,
    certificates,
  }: {
    db: Database;
    push: OverviewPush;
    upstreamHealth: Pick<UpstreamHealth, 'failing'>;
    certificates: Pick<CertificateWatch, 'endingBefore'> | undefined;
  },
): void {
  app.get(
    '/overview',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read what needs attention, and what is going on',
        description:
          'Push services and back ends that do not answer, as all nodes see them; what paused by itself, is suspended, was not released at its time, fails often today, waits for a reviewer, or ends soon; sends by day; connected devices; releases that changed this week, and those that are scheduled. A token that is restricted to mini-apps sees these only, and no figures of the whole. Scope: `read`.',
        response: { 200: Overview },
      },
    },
    async ({ caller }) => {
      const now = Date.now();
      const { apps } = caller;
      const paused = await listPaused(db, apps);
      const suspended = await listSuspended(db, apps);
      const failing = await listFailing(db, apps, dayOf(now));
      const submitted = await listSubmitted(db, apps);
      const released = await listReleasedSince(db, apps, now - RELEASED_DAYS * DAY_MS);
      const scheduled = await listScheduled(db, apps);
      const missed = await listFailedSchedules(db, apps);
      const upstreams = await failingUpstreams(upstreamHealth, apps);
      const ofApps = [paused, suspended, missed, upstreams, failing, submitted];
      const releases = { released: released.rows, scheduled: scheduled.rows };
      const ofReleases = { released: released.more, scheduled: scheduled.more };
      if (apps) return { ...attentionOf(ofApps, ofReleases), ...releases };
      await push.countSends();
      const isAdmin = caller.scopes.includes('admin');
      const before = now + EXPIRING_DAYS * DAY_MS;
      const expiring = isAdmin
        ? [
            await listExpiring(db, 'token-expires', now, before),
            await listExpiring(db, 'server-key-expires', now, before),
            endingCertificates(certificates?.endingBefore(before) ?? []),
          ]
        : [];
      const all = [failingServices(await push.services()), ...ofApps, ...expiring];
      return {
        ...attentionOf(all, ofReleases),
        sends: await sumSendDays(db, firstDay(now, SHOWN_DAYS)),
        connected: await push.connected(),
        ...releases,
      };
    },
  );

  app.get(
    '/series/sends',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read sends by sender and day',
        description:
          'Counted as they happen and kept for 400 days. A token that is restricted to mini-apps sees what it sent itself. Scope: `read`.',
        querystring: SendSeriesQuery,
        response: { 200: SendSeries },
      },
    },
    async ({ caller, query }) => {
      const own = caller.apps ? caller.actor : undefined;
      if (own !== undefined && query.sender !== undefined && query.sender !== own) {
        throw new ApiError('app-not-allowed', 'The token sees what it sent itself.');
      }
      await push.countSends();
      const since = firstDay(Date.now(), Number(query.days ?? SHOWN_DAYS));
      const days = await listSendDays(db, since, own ?? query.sender);
      return { since, days: await nameSenders(db, caller, days) };
    },
  );
}

/** Combines all lists, and says which of them have more entries. */
function attentionOf(
  lists: readonly Shown<Attention>[],
  others: Readonly<Record<string, Shown<unknown>['more']>>,
): Pick<Overview, 'attention' | 'more'> {
  const ofKinds = lists.map(({ rows, more }) => ({ kind: rows[0]?.kind ?? '', ...more }));
  const ofOthers = Object.entries(others).map(([kind, more]) => ({ kind, ...more }));
  return {
    attention: lists.flatMap(({ rows }) => rows),
    more: [...ofKinds, ...ofOthers].filter(({ count }) => count > 0),
  };
}

function endingCertificates(
  certificates: ReturnType<CertificateWatch['endingBefore']>,
): Shown<Attention> {
  const rows = certificates.map(({ host, endsAt }) => ({
    kind: 'certificate-expires' as const,
    host,
    expiresAt: new Date(endsAt).toISOString(),
  }));
  return { rows, more: { count: 0, isExact: true } };
}

async function failingUpstreams(
  health: Pick<UpstreamHealth, 'failing'>,
  apps: readonly string[] | undefined,
): Promise<Shown<Attention>> {
  const failing = await health.failing(apps, MAX_COUNTED);
  const rows = failing.slice(0, MAX_SHOWN).map(({ appId, lastError }) => ({
    kind: 'upstream-failing' as const,
    appId,
    error: lastError!.code,
    at: new Date(lastError!.at).toISOString(),
  }));
  return {
    rows,
    more: { count: failing.length - rows.length, isExact: failing.length < MAX_COUNTED },
  };
}

function failingServices(services: readonly SharedHealth[]): Shown<Attention> {
  const rows = services
    .filter(({ breaker }) => breaker !== 'closed')
    .map(({ name, nodes, failingOn, lastError }) => ({
      kind: 'push-service-failing' as const,
      name,
      nodes,
      failingOn: failingOn.length,
      ...(lastError && { error: lastError.code, at: new Date(lastError.at).toISOString() }),
    }));
  return { rows, more: { count: 0, isExact: true } };
}

/** The first of the last `days` days, today included. */
function firstDay(now: number, days: number): string {
  return dayOf(now - (days - 1) * DAY_MS);
}
