import * as z from 'zod/mini';

import { VerifiedSignature } from './ArchiveSignature.ts';
import { Platform } from '../common/Platform.ts';
import { WebLocation } from './WebLocation.ts';

/** A SHA-256 digest in lower-case hexadecimal. */
export const Sha256 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'a sha256 digest is 64 lower-case hexadecimal digits'));

/** What the registry knows about one platform's archive. */
export const PlatformArtifact = z.object({
  url: z.string(),
  size: z.int().check(z.nonnegative()),
  sha256: Sha256,
  /** Whether the digest of every file inside is known, too. */
  filesKnown: z.boolean(),
  /** The publisher's signature, when the mini-app has keys. */
  signature: z.optional(VerifiedSignature),
  web: z.optional(WebLocation),
  /** The version ranges of shared modules for a build with its own federation manifest, which is that for the web. */
  shared: z.optional(z.record(z.string(), z.string())),
});
export type PlatformArtifact = z.infer<typeof PlatformArtifact>;

/** One file inside an archive, with the digests that a host verifies it by. */
export const ArtifactFile = z.object({
  path: z.string(),
  size: z.int().check(z.nonnegative()),
  sha256: Sha256,
  /** The same content as a subresource integrity value, `sha384-…`. */
  integrity: z.string(),
});
export type ArtifactFile = z.infer<typeof ArtifactFile>;

/** The index of the files of one platform's archive. */
export const ArtifactFiles = z.object({
  appId: z.string(),
  version: z.string(),
  platform: Platform,
  files: z.array(ArtifactFile),
});
export type ArtifactFiles = z.infer<typeof ArtifactFiles>;

/** The response to an upload. */
export const UploadReceipt = z.object({
  /** The key in the object store, for example `mini-apps/com.acme.orders/1.0.0/ios.zip`. */
  key: z.string(),
  size: z.int(),
  sha256: Sha256,
  /** How many files the archive holds; 1 for a single file. */
  files: z.int(),
});
export type UploadReceipt = z.infer<typeof UploadReceipt>;
