import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { Sha256 } from './Artifact.ts';
import { Isolation } from './Isolation.ts';
import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { Permission } from './Permission.ts';
import { Platform } from '../common/Platform.ts';
import { PublisherName } from './PublisherName.ts';
import { VersionStatus } from './Release.ts';
import { sortBy } from '../common/sortBy.ts';

/** Control characters besides tabs and line breaks. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Text of several lines: 1 to `max` characters, not blank. */
function lines(max: number) {
  return z.string().check(
    z.maxLength(max),
    z.refine((text) => text.trim() !== '', 'must not be blank'),
    z.refine((text) => !CONTROL.test(text), 'must not contain control characters'),
  );
}

/** The state of the review of a version. */
export const ReviewState = z.enum(['submitted', 'approved', 'rejected']);
export type ReviewState = z.infer<typeof ReviewState>;

/** The findings of `miniapp check`, as submitted by the publisher. */
export const SubmittedCheck = z.strictObject({
  /** Whether it found no errors that prevent publishing. */
  ok: z.boolean(),
  /** The checks that were made, `manifest`, `size`, `run`, …, in this order. */
  checks: z.array(line(40)).check(z.maxLength(20)),
  findings: z
    .array(
      z.strictObject({
        check: line(40),
        severity: z.enum(['error', 'warning']),
        message: lines(LIMITS.checkMessageLength),
        file: z.optional(line(LIMITS.archivePathLength)),
        line: z.optional(z.int().check(z.positive())),
      }),
    )
    .check(z.maxLength(LIMITS.checkFindings)),
  /** The archives that were checked. */
  archives: z.array(z.strictObject({ platform: Platform, sha256: Sha256 })).check(z.maxLength(3)),
});
export type SubmittedCheck = z.infer<typeof SubmittedCheck>;

/** The body that submits a version for review. */
export const ReviewRequest = z.strictObject({
  /** For the reviewer: what is new, how to try it. */
  notes: z.optional(lines(LIMITS.reviewNotesLength)),
  check: z.optional(SubmittedCheck),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

/** The body that approves or rejects a version. */
export const ReviewDecisionRequest = z
  .strictObject({
    decision: z.enum(['approved', 'rejected']),
    /** For the publisher; a rejection needs them. */
    reasons: z.optional(lines(LIMITS.reviewNotesLength)),
    /** The submission that was reviewed: a newer submission of the same version needs a review of its own. */
    submission: z.int().check(z.positive()),
    /** The state that the reviewer saw; by default `submitted`. Another one is needed to change a decision. */
    from: z.optional(ReviewState),
  })
  .check(
    z.refine(({ decision, reasons }) => decision === 'approved' || reasons !== undefined, {
      path: ['reasons'],
      error: 'a rejection needs reasons: the publisher is to know what to mend',
    }),
  );
export type ReviewDecisionRequest = z.infer<typeof ReviewDecisionRequest>;

/** The review of one version. */
export const Review = z.object({
  appId: z.string(),
  name: z.string(),
  version: z.string(),
  state: ReviewState,
  /** Increases by one with each submission of the version. */
  submission: z.int(),
  notes: z.optional(z.string()),
  submittedBy: z.string(),
  /** The name of the token that submitted it, for callers with the scope `admin`. */
  submittedByName: z.optional(z.string()),
  submittedAt: z.string(),
  /** The decision that was made last; about an earlier submission while the state is `submitted`. */
  decision: z.optional(
    z.object({
      decision: z.enum(['approved', 'rejected']),
      reasons: z.optional(z.string()),
      by: z.string(),
      /** The name of the token that decided, for callers with the scope `admin`. */
      byName: z.optional(z.string()),
      at: z.string(),
    }),
  ),
});
export type Review = z.infer<typeof Review>;

const FileChange = z.object({
  path: z.string(),
  /** The size in bytes; absent if the file did not exist. */
  before: z.optional(z.int()),
  after: z.optional(z.int()),
});

/** A value before and after. */
function change<Value extends z.ZodMiniType>(value: Value) {
  return z.object({ before: z.optional(value), after: value });
}

/** What a version changes compared with the one that people get now. */
export const VersionChanges = z.object({
  /** The version that people get now; absent if none is released. */
  against: z.optional(z.string()),
  name: change(z.string()),
  /** Names in other languages that differ. */
  translatedNames: z.array(
    z.object({
      language: z.string(),
      before: z.optional(z.string()),
      after: z.optional(z.string()),
    }),
  ),
  permissions: z.object({
    added: z.array(Permission),
    removed: z.array(Permission),
    kept: z.array(Permission),
  }),
  minHostVersion: change(z.string()),
  isolation: change(Isolation),
  signed: change(z.boolean()),
  /** Ranges of shared modules that differ. */
  shared: z.array(
    z.object({
      module: z.string(),
      before: z.optional(z.string()),
      after: z.optional(z.string()),
    }),
  ),
  platforms: z.array(
    z.object({
      platform: Platform,
      /** The size of the archive in bytes; absent if there was none. */
      before: z.optional(z.int()),
      after: z.optional(z.int()),
      /** Files that differ, at most 200; absent if they are unknown. */
      files: z.optional(z.array(FileChange)),
      /** How many files differ, and how many are the same. */
      changed: z.optional(z.int()),
      same: z.optional(z.int()),
    }),
  ),
  /** The back end that the mini-app's path leads to, whatever the version. */
  upstream: z.optional(z.string()),
});
export type VersionChanges = z.infer<typeof VersionChanges>;

/** The review of one version, with everything needed to decide. */
export const ReviewDetails = z.extend(Review, {
  /** Whether the version can be released only once it is approved. */
  required: z.boolean(),
  status: VersionStatus,
  publisher: z.optional(PublisherName),
  changes: VersionChanges,
  /** The report of the publisher's own check. `sameArchives`: it was made for exactly the registered archives. */
  check: z.optional(z.extend(SubmittedCheck, { sameArchives: z.boolean() })),
});
export type ReviewDetails = z.infer<typeof ReviewDetails>;

/** Filters for the list of reviews. */
export const ReviewQuery = z.extend(PageQuery, {
  state: z.optional(ReviewState),
  appId: z.optional(AppId),
  /** Only reviews with this text in the name or id of the mini-app, the publisher's notes or the reviewer's reasons. */
  q: searchText,
  /** By default, submitted versions come oldest first, all others newest first. */
  sort: sortBy('submittedAt'),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/** Whether versions must be approved before they can be released. */
export const ReviewPolicy = z.strictObject({ required: z.boolean() });
export type ReviewPolicy = z.infer<typeof ReviewPolicy>;

/** The review policy of one publisher; null means that of the platform. */
export const PublisherReviewPolicy = z.strictObject({ required: z.nullable(z.boolean()) });
export type PublisherReviewPolicy = z.infer<typeof PublisherReviewPolicy>;
