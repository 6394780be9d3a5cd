import * as z from 'zod/mini';

/** How far a device has come: it has kept everything up to this cursor. */
export const PushAcknowledgement = z.strictObject({
  cursor: z.int().check(z.minimum(0)),
  /** Ids of messages that the person opened. */
  opened: z.optional(z.array(z.string().check(z.regex(/^[1-9]\d{0,15}$/))).check(z.maxLength(100))),
});
export type PushAcknowledgement = z.infer<typeof PushAcknowledgement>;
