import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { InstallId } from '../common/InstallId.ts';
import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { Version } from '../common/Version.ts';

const Property = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean(), z.null()]);

/** A screen view, or a custom event that a mini-app tracks. */
export const AnalyticsEvent = z.strictObject({
  /** Makes events idempotent: an event that is sent again with the same id is counted once. */
  id: z
    .string()
    .check(z.regex(/^[A-Za-z0-9._~-]{8,64}$/, 'an id is 8 to 64 letters, digits, . _ ~ or -')),
  appId: AppId,
  version: Version,
  type: z.enum(['screen', 'track']),
  name: line(LIMITS.nameLength),
  at: z.iso.datetime({ offset: true }),
  properties: z.optional(
    z
      .record(z.string().check(z.minLength(1), z.maxLength(64)), Property)
      .check(z.refine((all) => Object.keys(all).length <= 20, 'at most 20 properties')),
  ),
  installId: InstallId,
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

/** The body of `POST /v1/analytics/events`. */
export const AnalyticsBatch = z.strictObject({
  events: z.array(AnalyticsEvent).check(z.minLength(1), z.maxLength(LIMITS.eventsPerBatch)),
});
export type AnalyticsBatch = z.infer<typeof AnalyticsBatch>;

/** How many events of a batch were counted: `repeated` were counted before, `unknown` name a version that is not registered. */
export const AnalyticsReceipt = z.object({
  counted: z.int(),
  repeated: z.int(),
  unknown: z.int(),
});
export type AnalyticsReceipt = z.infer<typeof AnalyticsReceipt>;

const Day = z.iso.date();

/** The range of days to read, both ends included; by default the last 30 days. */
export const AnalyticsQuery = z.strictObject({ from: z.optional(Day), to: z.optional(Day) });
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** How often an event was counted on one day (UTC), across all versions. */
export const AnalyticsCount = z.object({ name: z.string(), day: z.string(), count: z.int() });
export type AnalyticsCount = z.infer<typeof AnalyticsCount>;

/** The counts for the requested days, by name and day. */
export const AnalyticsCounts = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(AnalyticsCount),
});
export type AnalyticsCounts = z.infer<typeof AnalyticsCounts>;
