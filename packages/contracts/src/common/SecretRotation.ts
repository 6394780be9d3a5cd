import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

/** For how long something with a secret is issued, in seconds. */
export const secretSeconds = z.int().check(z.minimum(1), z.maximum(LIMITS.tokenSeconds));

/** The body that gives a token or a server key another secret, under its id and with all that it may do. */
export const SecretRotation = z.strictObject({
  /** The old secret is accepted for so long besides the new one; 0 ends it at once. */
  overlapSeconds: z.int().check(z.minimum(0), z.maximum(LIMITS.keyOverlapSeconds)),
  /** The new one is refused from then on; when left out, it lasts as long as the one before was meant to. */
  expiresInSeconds: z.optional(secretSeconds),
});
export type SecretRotation = z.infer<typeof SecretRotation>;

/** What a record says of replacing its secret. */
export const rotationFields = {
  /** When its secret was replaced last. */
  rotatedAt: z.optional(z.string()),
  /** The previous secret, while it is accepted, and when it was used last. */
  previous: z.optional(z.object({ endsAt: z.string(), lastUsedAt: z.optional(z.string()) })),
};
