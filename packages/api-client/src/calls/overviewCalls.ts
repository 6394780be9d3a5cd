import {
  Overview,
  SendSeries,
  type SendSeriesQuery,
  SystemReport,
  VersionSeries,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** Overviews of the platform, with the scope `read`. */
export interface OverviewCalls {
  /** What needs attention, sends by day, connected devices, releases that changed this week. */
  readOverview(options?: CallOptions): Promise<Overview>;
  /** What the server runs on, and problems with it; these take some seconds, unless they are not asked for. Scope: `admin`. */
  readSystem(options?: CallOptions & { findings?: boolean }): Promise<SystemReport>;
  /** Sends by sender and day; the last 30 days by default. */
  readSendSeries(
    query?: { days?: number } & Pick<SendSeriesQuery, 'sender'>,
    options?: CallOptions,
  ): Promise<SendSeries>;
  /** Adoption and failures of the versions of a mini-app by day. */
  readVersionSeries(
    appId: string,
    query?: { days?: number },
    options?: CallOptions,
  ): Promise<VersionSeries>;
}

export function overviewCalls({ get }: Transport): OverviewCalls {
  return {
    readOverview: (options) => get('/v1/admin/overview', Overview, options),
    readSystem: ({ findings, ...options } = {}) =>
      get('/v1/admin/system', SystemReport, options, { findings }),
    readSendSeries: (query, options) => get('/v1/admin/series/sends', SendSeries, options, query),
    readVersionSeries: (appId, query, options) =>
      get(path`/v1/admin/mini-programs/${appId}/series`, VersionSeries, options, query),
  };
}
