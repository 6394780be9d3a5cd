import * as z from 'zod/mini';

/** The body of `POST /v1/admin/signing-keys`. */
export const SigningKeyReplacement = z.strictObject({
  /** Whether everything that was signed before is refused from now on. */
  revokeOld: z.optional(z.boolean()),
});
export type SigningKeyReplacement = z.infer<typeof SigningKeyReplacement>;

/** The key that signs from now on. */
export const ReplacedSigningKey = z.object({ keyId: z.string() });
export type ReplacedSigningKey = z.infer<typeof ReplacedSigningKey>;
