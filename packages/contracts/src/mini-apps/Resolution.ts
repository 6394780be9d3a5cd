import * as z from 'zod/mini';

import { VerifiedSignature } from './ArchiveSignature.ts';
import { Isolation } from './Isolation.ts';
import { Permissions } from './Permission.ts';
import { Platform } from '../common/Platform.ts';
import { PublisherName } from './PublisherName.ts';
import { WebLocation } from './WebLocation.ts';

/** The version that a host should run, and how to verify it. */
export const Resolution = z.object({
  appId: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.optional(z.string()),
  icon: z.optional(z.string()),
  /** Absent when no operator said who publishes it. */
  publisher: z.optional(PublisherName),
  platform: Platform,
  permissions: Permissions,
  isolation: Isolation,
  /** The first segment of its own paths, `orders` in `GET /orders/items`; absent while it has none. */
  path: z.optional(z.string()),
  minHostVersion: z.string(),
  manifestUrl: z.string(),
  /** The archive for the requested platform, with its size and digest. */
  bundleUrl: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** The URL of the index with the digest of every file; absent if an admin stated the archive's digest. */
  filesUrl: z.optional(z.string()),
  /** The publisher's signature of those digests; absent when the version is not signed. */
  signature: z.optional(VerifiedSignature),
  /** For `web`: the unpacked archive, and its federation manifest with the integrity value to demand. */
  web: z.optional(WebLocation),
});
export type Resolution = z.infer<typeof Resolution>;

/** One entry of the catalog. */
export const CatalogEntry = z.object({
  appId: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.optional(z.string()),
  icon: z.optional(z.string()),
  /** Absent when no operator said who publishes it. */
  publisher: z.optional(PublisherName),
  permissions: Permissions,
  isolation: Isolation,
  minHostVersion: z.string(),
});
export type CatalogEntry = z.infer<typeof CatalogEntry>;
