import * as z from 'zod/mini';

import { InstallId } from '../common/InstallId.ts';
import { LIMITS } from '../common/limits.ts';
import { Platform } from '../common/Platform.ts';
import { Version } from '../common/Version.ts';

/** The kinds of report: how a mini-app started, or how it ended. */
export const REPORT_KINDS = [
  'loaded',
  'load-failed',
  'crashed-on-start',
  'hung',
  'crashed',
  'complaint',
] as const;

/** One kind of report. */
export const ReportKind = z.enum(REPORT_KINDS);
export type ReportKind = z.infer<typeof ReportKind>;

/** The body of `POST /v1/mini-programs/{appId}/reports`: what a host observed about one version. */
export const VersionReport = z.strictObject({
  version: Version,
  platform: Platform,
  hostVersion: Version,
  installId: InstallId,
  kind: ReportKind,
  message: z.optional(z.string().check(z.maxLength(LIMITS.reportMessageLength))),
  stack: z.optional(z.string().check(z.maxLength(LIMITS.reportStackLength))),
  durationMs: z.optional(z.int().check(z.minimum(0), z.maximum(3_600_000))),
});
export type VersionReport = z.infer<typeof VersionReport>;

/** The response to a report. */
export const ReportReceipt = z.object({ counted: z.boolean() });
export type ReportReceipt = z.infer<typeof ReportReceipt>;

/** The reports about a version on one day (UTC). */
export const ReportDay = z.object({
  day: z.string(),
  /** Distinct installs that reported for the first time on this day since counting began. */
  installs: z.int(),
  loaded: z.int(),
  loadFailed: z.int(),
  crashedOnStart: z.int(),
  hung: z.int(),
  crashed: z.int(),
  /** The number of complaints by people. */
  complaints: z.int(),
  /** How long loading took on average; absent if no report stated it. */
  averageLoadMs: z.optional(z.int()),
});
export type ReportDay = z.infer<typeof ReportDay>;

/** A reported failure; reports with the same message and place are counted as one. */
export const ReportedFailure = z.object({
  kind: ReportKind,
  message: z.string(),
  stack: z.optional(z.string()),
  /** The platform of the latest report. */
  platform: z.string(),
  hostVersion: z.string(),
  count: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type ReportedFailure = z.infer<typeof ReportedFailure>;

/** What hosts reported about a version. */
export const VersionReports = z.object({
  appId: z.string(),
  version: z.string(),
  /** The counts that decide about an automatic pause; they restart when the version is released again. */
  starts: z.object({
    since: z.optional(z.string()),
    installs: z.int(),
    failedInstalls: z.int(),
    networks: z.int(),
    failedNetworks: z.int(),
  }),
  days: z.array(ReportDay),
  failures: z.array(ReportedFailure),
});
export type VersionReports = z.infer<typeof VersionReports>;
