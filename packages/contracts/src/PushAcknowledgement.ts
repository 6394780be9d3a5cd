import * as z from 'zod/mini';

import { LIVE_MESSAGE_ID } from './live/positions.ts';

/** How far a device has come: it has kept everything up to this cursor. */
export const PushAcknowledgement = z.strictObject({
  cursor: z.int().check(z.minimum(0)),
  /** Ids of messages that the person opened. */
  opened: z.optional(z.array(z.string().check(z.regex(LIVE_MESSAGE_ID))).check(z.maxLength(100))),
});
export type PushAcknowledgement = z.infer<typeof PushAcknowledgement>;
