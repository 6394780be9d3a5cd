import * as z from 'zod/mini';

import { HELD_REASON } from './live/LiveClientMessage.ts';
import { LIVE_MESSAGE_ID } from './live/positions.ts';

const MessageId = z.string().check(z.regex(LIVE_MESSAGE_ID));

/** An acknowledgement of a device: it has stored every message up to this cursor. */
export const PushAcknowledgement = z.strictObject({
  cursor: z.int().check(z.minimum(0)),
  /** Ids of messages that the person opened. */
  opened: z.optional(z.array(MessageId).check(z.maxLength(100))),
  /** Messages that the device withheld without showing them, and why: `quiet-hours`, `muted` (addition). */
  held: z.optional(
    z
      .array(z.strictObject({ id: MessageId, reason: z.string().check(z.regex(HELD_REASON)) }))
      .check(z.maxLength(100)),
  ),
});
export type PushAcknowledgement = z.infer<typeof PushAcknowledgement>;
