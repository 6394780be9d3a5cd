import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { Version } from '../common/Version.ts';

/** The states of a version: `registered` → `released` ⇄ `paused` → `withdrawn`. */
export const VersionStatus = z.enum(['registered', 'released', 'paused', 'withdrawn']);
export type VersionStatus = z.infer<typeof VersionStatus>;

/** Who gets a released version: a share of all installs, and every install of the named cohorts. */
export const Release = z.object({
  percentage: z.number(),
  cohorts: z.array(z.string()),
});
export type Release = z.infer<typeof Release>;

/** The body of a release: a percentage and cohorts. Omitted fields keep their values; the first release defaults to 100 %. */
export const ReleaseRequest = z.strictObject({
  percentage: z.optional(
    z.number().check(
      z.minimum(0),
      z.maximum(100),
      z.refine((value) => Math.round(value * 100) / 100 === value, 'at most two decimals'),
    ),
  ),
  cohorts: z.optional(
    z
      .array(
        z
          .string()
          .check(
            z.regex(
              /^[a-z0-9][a-z0-9_-]{0,63}$/,
              'a cohort is lower-case letters, digits, - and _',
            ),
          ),
      )
      .check(z.maxLength(50)),
  ),
  /** The state that the caller saw: if it has changed since, the request is refused with `release-conflict` (addition). */
  from: z.optional(
    z.strictObject({
      status: VersionStatus,
      percentage: z.number(),
      cohorts: z.array(z.string()).check(z.maxLength(50)),
    }),
  ),
});
export type ReleaseRequest = z.infer<typeof ReleaseRequest>;

/** The body that schedules a release; omitted fields mean the same as in an immediate release. */
export const ScheduleRequest = z.extend(ReleaseRequest, {
  at: z.iso.datetime({ offset: true }),
});
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;

/** A scheduled release. */
export const ScheduledRelease = z.extend(Release, {
  at: z.string(),
  /** Who scheduled it. */
  by: z.string(),
  /** Why it failed at its time. */
  failed: z.optional(z.string()),
});
export type ScheduledRelease = z.infer<typeof ScheduledRelease>;

/** The body of an action that takes a reason for the audit log. */
export const ReasonRequest = z.strictObject({ reason: z.optional(line(LIMITS.reasonLength)) });
export type ReasonRequest = z.infer<typeof ReasonRequest>;

/** The body of a roll-back: the version to go back to, by default the one released before. */
export const RollbackRequest = z.strictObject({
  to: z.optional(Version),
  reason: z.optional(line(LIMITS.reasonLength)),
});
export type RollbackRequest = z.infer<typeof RollbackRequest>;
