import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { Platform } from '../common/Platform.ts';
import { VersionStatus } from './Release.ts';
import { sortBy } from '../common/sortBy.ts';
import { Version } from '../common/Version.ts';
import { ReportKind } from './VersionReport.ts';

/** The identifier of a crash: a digest of where it happened. */
export const CrashPlace = z
  .string()
  .check(z.regex(/^[0-9a-f]{32}$/, 'a place is 32 hexadecimal digits, as the list has it'));

/** Filters for the list of crashes. */
export const CrashQuery = z.extend(PageQuery, {
  appId: z.optional(AppId),
  /** Only crashes of this version. */
  version: z.optional(Version),
  /** Only crashes with this text in their message, their first frame or the id of their mini-app. */
  q: searchText,
  sort: sortBy('lastAt', 'count', 'installs'),
});
export type CrashQuery = z.infer<typeof CrashQuery>;

/** A place in the code where a mini-app crashed, across all its versions. */
export const Crash = z.object({
  appId: z.string(),
  place: z.string(),
  /** The kind of the latest report. */
  kind: ReportKind,
  message: z.string(),
  /** The first frame of the stack, as it was reported. */
  at: z.string(),
  /** The version that it was first reported in; absent if that report is no longer stored. */
  firstVersion: z.optional(z.string()),
  lastVersion: z.string(),
  count: z.int(),
  /** Distinct installs that it affected; if `isExact` is false, an estimate that is usually within 10 %. */
  installs: z.object({ count: z.int(), isExact: z.boolean() }),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type Crash = z.infer<typeof Crash>;

/** How often a value occurred. */
const Tally = z.object({ name: z.string(), count: z.int() });

/** One frame of a stack trace. */
export const CrashFrame = z.object({
  /** The line as it was reported. */
  reported: z.string(),
  /** The location in the source, by the source maps of the version. */
  source: z.optional(
    z.object({
      file: z.string(),
      line: z.int(),
      column: z.int(),
      name: z.optional(z.string()),
    }),
  ),
});
export type CrashFrame = z.infer<typeof CrashFrame>;

/** A crash as it occurred in one version. */
export const CrashOfVersion = z.object({
  version: z.string(),
  status: VersionStatus,
  /** Why the server paused this version automatically. */
  pausedBecause: z.optional(z.string()),
  kind: ReportKind,
  message: z.string(),
  count: z.int(),
  platforms: z.array(Tally),
  hostVersions: z.array(Tally),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type CrashOfVersion = z.infer<typeof CrashOfVersion>;

/** Whether a stack trace was mapped with the source maps of its version. */
export const MappingState = z.enum(['applied', 'no-maps', 'no-match', 'failed']);
export type MappingState = z.infer<typeof MappingState>;

/**
 * Why source maps could not be read: they are too large or take too much memory, take too long, are no source maps, or
 * could not be read just then.
 */
export const MappingFailure = z.enum(['too-large', 'too-slow', 'broken', 'unavailable']);
export type MappingFailure = z.infer<typeof MappingFailure>;

/** One crash with its versions, and the stack trace from one of them. */
export const CrashDetails = z.extend(Crash, {
  versions: z.array(CrashOfVersion),
  /** The stack of the requested version, or the one where it happened last; absent if none was reported. */
  stack: z.optional(
    z.object({
      version: z.string(),
      platform: Platform,
      frames: z.array(CrashFrame),
      mapping: MappingState,
      /** Set if `mapping` is `failed`. */
      mappingFailure: z.optional(MappingFailure),
    }),
  ),
});
export type CrashDetails = z.infer<typeof CrashDetails>;

/** The version whose stack trace is shown. */
export const CrashDetailsQuery = z.strictObject({ version: z.optional(Version) });
export type CrashDetailsQuery = z.infer<typeof CrashDetailsQuery>;
