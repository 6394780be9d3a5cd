import {
  type AnalyticsBatch,
  AnalyticsCounts,
  type AnalyticsQuery,
  AnalyticsReceipt,
  ReportReceipt,
  type VersionReport,
  VersionReports,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import { versionPath } from './miniProgramPaths.ts';

/** Events and reports of hosts, and their counts. */
export interface ObservationCalls {
  /** Counts events, idempotently: each counts once, even if sent again. No token is needed. */
  sendEvents(events: AnalyticsBatch['events'], options?: CallOptions): Promise<AnalyticsReceipt>;
  /** Reports how a version ran. No token is needed. */
  reportVersion(
    appId: string,
    report: VersionReport,
    options?: CallOptions,
  ): Promise<ReportReceipt>;
  /** How often each screen was seen, by day. */
  countScreens(
    appId: string,
    days?: AnalyticsQuery,
    options?: CallOptions,
  ): Promise<AnalyticsCounts>;
  /** How often each event was tracked, by day. */
  countEvents(
    appId: string,
    days?: AnalyticsQuery,
    options?: CallOptions,
  ): Promise<AnalyticsCounts>;
  /** The reports of hosts about a version. */
  readReports(appId: string, version: string, options?: CallOptions): Promise<VersionReports>;
}

export function observationCalls({ ask, get }: Transport): ObservationCalls {
  const counts = (appId: string, name: string, query: object = {}, options?: CallOptions) => {
    const at = path`/v1/admin/mini-programs/${appId}/analytics/${name}`;
    return get(at, AnalyticsCounts, options, query);
  };
  return {
    sendEvents: (events, options) => {
      const at = '/v1/analytics/events';
      return ask({ method: 'POST', path: at, json: { events }, options }, AnalyticsReceipt);
    },
    // Once: a report that is sent twice would be counted twice.
    reportVersion: (appId, json, options) => {
      const at = path`/v1/mini-programs/${appId}/reports`;
      return ask({ method: 'POST', path: at, json, once: true, options }, ReportReceipt);
    },
    countScreens: (appId, days, options) => counts(appId, 'screens', days, options),
    countEvents: (appId, days, options) => counts(appId, 'events', days, options),
    readReports: (appId, version, options) => {
      const at = `${versionPath(appId, version)}/reports`;
      return get(at, VersionReports, options);
    },
  };
}
