import * as z from 'zod/mini';

import { PERMISSIONS_THAT_ASK } from '../mini-apps/Permission.ts';

/** A permission that needs the consent of the person. */
export const ConsentPermission = z.enum(PERMISSIONS_THAT_ASK);
export type ConsentPermission = z.infer<typeof ConsentPermission>;

/** The answer of a person; absent if they have not been asked yet. */
export const ConsentState = z.enum(['granted', 'declined']);
export type ConsentState = z.infer<typeof ConsentState>;

/** The consents of a person to one mini-app. */
export const Consent = z.object({
  appId: z.string(),
  permission: ConsentPermission,
  state: ConsentState,
  answeredAt: z.string(),
});
export type Consent = z.infer<typeof Consent>;

/** All consents that a person has given or refused. */
export const ConsentList = z.object({ items: z.array(Consent) });
export type ConsentList = z.infer<typeof ConsentList>;

/**
 * The body that stores an answer. `secondsAgo` is for answers that were given offline: it is relative to now, so that a
 * wrong clock cannot make an old answer override a newer one.
 */
export const ConsentAnswer = z.strictObject({
  state: ConsentState,
  secondsAgo: z.optional(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
});
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/** The response to deleting the consents of a person to a mini-app, which may then ask again. */
export const ForgottenConsents = z.object({ appId: z.string() });
export type ForgottenConsents = z.infer<typeof ForgottenConsents>;
