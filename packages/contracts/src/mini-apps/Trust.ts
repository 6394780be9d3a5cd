import * as z from 'zod/mini';

/**
 * Whether a version may run in the host's own page. `lapsed`: an operator granted trust, but something changed since, so a
 * new decision is needed.
 */
export const TrustState = z.enum(['trusted', 'lapsed', 'none']);
export type TrustState = z.infer<typeof TrustState>;

/** The trust in one version, and who granted or withdrew it. */
export const Trust = z.object({
  state: TrustState,
  /** Whether the version itself was trusted, or its publisher. */
  through: z.optional(z.enum(['version', 'publisher'])),
  reason: z.optional(z.string()),
  /** `root`, or the id of a token. */
  by: z.optional(z.string()),
  at: z.optional(z.string()),
});
export type Trust = z.infer<typeof Trust>;
