import * as z from 'zod/mini';

import { KeyId } from './PublisherKey.ts';

/** A publisher's signature for one archive: Ed25519 over `signedIndexText`, 64 bytes in base64. */
export const ArchiveSignature = z.strictObject({
  keyId: KeyId,
  signature: z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9+/]{85}[AQgw]==$/,
        'a signature is the 64 bytes of an Ed25519 signature in base64',
      ),
    ),
});
export type ArchiveSignature = z.infer<typeof ArchiveSignature>;

/** A signature that the registry has verified, with its public key, so that anyone can verify it again offline. */
export const VerifiedSignature = z.object({
  keyId: z.string(),
  publicKey: z.string(),
  value: z.string(),
});
export type VerifiedSignature = z.infer<typeof VerifiedSignature>;
