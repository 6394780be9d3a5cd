import * as z from 'zod/mini';

import { PERMISSIONS_THAT_ASK } from './Permission.ts';

/** A permission that a person is asked for. */
export const ConsentPermission = z.enum(PERMISSIONS_THAT_ASK);
export type ConsentPermission = z.infer<typeof ConsentPermission>;

/** What a person answered; without an answer they were not asked yet. */
export const ConsentState = z.enum(['granted', 'declined']);
export type ConsentState = z.infer<typeof ConsentState>;

/** What a person lets one mini-app use. */
export const Consent = z.object({
  appId: z.string(),
  permission: ConsentPermission,
  state: ConsentState,
  answeredAt: z.string(),
});
export type Consent = z.infer<typeof Consent>;

/** Everything that a person answered. */
export const ConsentList = z.object({ items: z.array(Consent) });
export type ConsentList = z.infer<typeof ConsentList>;

/**
 * The body that keeps an answer. `secondsAgo` is for answers that were given without a network: it counts from now, so
 * that a clock that is wrong cannot make an old answer outlive a new one.
 */
export const ConsentAnswer = z.strictObject({
  state: ConsentState,
  secondsAgo: z.optional(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
});
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/** The answer to forgetting what a person answered to a mini-app: they can be asked again. */
export const ForgottenConsents = z.object({ appId: z.string() });
export type ForgottenConsents = z.infer<typeof ForgottenConsents>;
