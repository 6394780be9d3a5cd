import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { CLIENT_LIMITS } from '../common/clientLimits.ts';
import { line } from '../common/line.ts';

/**
 * An Ed25519 public key: its 32 bytes in base64. Not PEM: WebCrypto, CryptoKit and Java take these bytes directly, and the
 * pattern for the last digit makes the encoding unique, whereas PEM varies in line breaks and labels.
 */
export const PublicKey = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
      'a public key is the 32 bytes of an Ed25519 key in base64',
    ),
  );

/** A key's name in signatures: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
export const KeyId = z
  .string()
  .check(z.regex(/^[0-9a-f]{16}$/, 'a key id is 16 lower-case hexadecimal digits'));

/** The body that registers a key; from then on the archives of the mini-app must be signed. */
export const PublisherKeyRequest = z.strictObject({
  appId: AppId,
  name: line(CLIENT_LIMITS.nameLength),
  publicKey: PublicKey,
});
export type PublisherKeyRequest = z.infer<typeof PublisherKeyRequest>;

/** A key that archives of a mini-app may be signed with, until it is revoked. */
export const PublisherKey = z.object({
  id: z.string(),
  appId: z.string(),
  name: z.string(),
  publicKey: z.string(),
  createdAt: z.string(),
  revokedAt: z.optional(z.string()),
});
export type PublisherKey = z.infer<typeof PublisherKey>;
