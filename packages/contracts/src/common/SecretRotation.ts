import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

/** The lifetime of an issued secret in seconds. */
export const secretSeconds = z.int().check(z.minimum(1), z.maximum(LIMITS.tokenSeconds));

/** The body that replaces the secret of a token or a server key, which keeps its id and its permissions. */
export const SecretRotation = z.strictObject({
  /** How long the old secret is still accepted beside the new one; 0 ends it at once. */
  overlapSeconds: z.int().check(z.minimum(0), z.maximum(LIMITS.keyOverlapSeconds)),
  /** The lifetime of the new secret; by default the one that the old secret was issued with. */
  expiresInSeconds: z.optional(secretSeconds),
});
export type SecretRotation = z.infer<typeof SecretRotation>;

/** The fields of a record about the rotation of its secret. */
export const rotationFields = {
  /** When the secret was last replaced. */
  rotatedAt: z.optional(z.string()),
  /** The previous secret while it is still accepted, and when it was last used. */
  previous: z.optional(z.object({ endsAt: z.string(), lastUsedAt: z.optional(z.string()) })),
};
