import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { ArchiveSignature } from './ArchiveSignature.ts';
import { PlatformArtifact, Sha256 } from './Artifact.ts';
import { Isolation } from './Isolation.ts';
import { LIMITS } from '../common/limits.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { Permissions } from './Permission.ts';
import { PublisherName } from './PublisherName.ts';
import { Release, ScheduledRelease, VersionStatus } from './Release.ts';
import { HttpUrl } from '../common/HttpUrl.ts';
import { line } from '../common/line.ts';
import { sortBy } from '../common/sortBy.ts';
import { Translations } from './Translations.ts';
import { Trust } from './Trust.ts';
import { Version } from '../common/Version.ts';

/** The placeholder in `bundleZipUrl` that stands for `ios`, `android` or `web`. */
export const PLATFORM_PLACEHOLDER = '${platform}';

const BundleZipUrl = z.string().check(
  z.maxLength(LIMITS.urlLength),
  z.refine(
    (url) => url.split(PLATFORM_PLACEHOLDER).length === 2,
    'must contain the placeholder ${platform} exactly once',
  ),
  z.refine(
    (url) => z.safeParse(HttpUrl, url.replace(PLATFORM_PLACEHOLDER, 'ios')).success,
    'must be an http or https URL once ${platform} is replaced',
  ),
);

/** The body of `POST /v1/admin/mini-programs`. The optional fields are additions to the interface. */
export const Registration = z.strictObject({
  appId: AppId,
  name: line(LIMITS.nameLength),
  version: Version,
  manifestUrl: HttpUrl,
  bundleZipUrl: BundleZipUrl,
  permissions: Permissions,
  minHostVersion: Version,
  description: z.optional(line(LIMITS.descriptionLength)),
  icon: z.optional(HttpUrl),
  translations: z.optional(Translations),
  /** The archives' digests as computed by the publisher; registration fails if they differ. */
  digests: z.optional(
    z.strictObject({
      ios: z.optional(Sha256),
      android: z.optional(Sha256),
      web: z.optional(Sha256),
    }),
  ),
  /** The publisher's signatures. Once a mini-app has a key, every archive needs one. */
  signatures: z.optional(
    z.strictObject({
      ios: z.optional(ArchiveSignature),
      android: z.optional(ArchiveSignature),
      web: z.optional(ArchiveSignature),
    }),
  ),
});
export type Registration = z.infer<typeof Registration>;

/** One registered version, as the admin API returns it. */
export const RegistrationRecord = z.object({
  appId: z.string(),
  name: z.string(),
  version: z.string(),
  manifestUrl: z.string(),
  bundleZipUrl: z.string(),
  permissions: Permissions,
  minHostVersion: z.string(),
  description: z.optional(z.string()),
  icon: z.optional(z.string()),
  translations: z.optional(Translations),
  status: VersionStatus,
  release: Release,
  statusReason: z.optional(z.string()),
  /** Why the server paused the release automatically; releasing the version again lifts it. */
  pausedBecause: z.optional(z.string()),
  /** The scheduled release, or one that failed at its time. */
  scheduled: z.optional(ScheduledRelease),
  platforms: z.object({
    ios: z.optional(PlatformArtifact),
    android: z.optional(PlatformArtifact),
    web: z.optional(PlatformArtifact),
  }),
  /** The version ranges of shared modules that a host on ios or android has to provide, from the federation manifest. */
  shared: z.record(z.string(), z.string()),
  /** False while the artifacts are on an origin that the server may not fetch from. */
  verified: z.boolean(),
  unverifiedReason: z.optional(z.string()),
  /** Whether every archive has a signature by a key that the mini-app had when it was verified. */
  signed: z.boolean(),
  /** The isolation that hosts have to use: `realm` while it is trusted. */
  isolation: Isolation,
  trust: Trust,
  isLatest: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RegistrationRecord = z.infer<typeof RegistrationRecord>;

/** The response to a roll-back: the version that everyone gets now, and the versions that were paused. */
export const RollbackResult = z.extend(RegistrationRecord, { paused: z.array(z.string()) });
export type RollbackResult = z.infer<typeof RollbackResult>;

/** Digests vouched for by an admin, for artifacts on an origin that the server does not fetch from. */
export const StatedDigests = z.strictObject({
  ios: z.strictObject({ sha256: Sha256, size: z.int().check(z.positive()) }),
  android: z.strictObject({ sha256: Sha256, size: z.int().check(z.positive()) }),
});
export type StatedDigests = z.infer<typeof StatedDigests>;

/** The usage of a mini-app in the last seven days. */
export const MiniProgramUsage = z.object({
  /** The last day, UTC, on which a host opened it, and the installs that did. */
  day: z.string(),
  installs: z.int(),
  /** The share of them, 0 to 1, that ran the newest version that people get; absent while they get none. */
  onNewest: z.optional(z.number()),
  /** The number of installs on the day with the most. */
  mostInstalls: z.int(),
  /** The share, 0 to 1, of openings of the released versions that did not crash; absent without any. */
  crashFree: z.optional(z.number()),
});
export type MiniProgramUsage = z.infer<typeof MiniProgramUsage>;

/** A mini-app, with the state that applies to all its versions. */
export const MiniProgram = z.object({
  appId: z.string(),
  name: z.string(),
  /** The highest version that was ever registered, released or not. */
  latestVersion: z.string(),
  /** The versions that people get: the released ones, the newest first, down to the first with 100 %. */
  released: z.array(z.extend(Release, { version: z.string() })),
  suspended: z.boolean(),
  suspendedReason: z.optional(z.string()),
  /** Its publisher; absent unless an operator assigned one. */
  publisher: z.optional(PublisherName),
  /** The isolation of its newest released version, or of the newest one if none is released. */
  isolation: Isolation,
  /** The trust in that same version. */
  trust: Trust,
  /** The first segment of its own paths; absent while it has none, because another mini-app came first. */
  path: z.optional(z.string()),
  /** The back end that its path leads to. */
  upstream: z.optional(z.string()),
  versions: z.int(),
  /** Only in responses to reads; absent if no host opened it in seven days. */
  usage: z.optional(MiniProgramUsage),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type MiniProgram = z.infer<typeof MiniProgram>;

/** Filters for mini-apps: those whose id or name contains a text; by default all. */
export const MiniProgramQuery = z.extend(PageQuery, {
  q: searchText,
  sort: sortBy('appId', 'name', 'updatedAt'),
});
export type MiniProgramQuery = z.infer<typeof MiniProgramQuery>;
