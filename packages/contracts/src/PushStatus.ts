import * as z from 'zod/mini';

/** How far a message has come; `cancelled` is one that was withdrawn before its time. */
export const PushState = z.enum([
  'accepted',
  'stored',
  'sent',
  'delivered',
  'opened',
  'expired',
  'dropped',
  'cancelled',
]);
export type PushState = z.infer<typeof PushState>;

/** What became of a message on one device. */
export const PushDelivery = z.object({
  deviceId: z.string(),
  state: PushState,
  /** Why it was dropped. */
  reason: z.optional(z.string()),
  updatedAt: z.string(),
});
export type PushDelivery = z.infer<typeof PushDelivery>;

/** A message as its sender reads it back. */
export const PushMessageRecord = z.object({
  id: z.string(),
  state: PushState,
  /** `/topics/news`, a condition, or absent for devices. */
  to: z.optional(z.string()),
  title: z.optional(z.string()),
  createdAt: z.string(),
  sendAt: z.string(),
  expiresAt: z.string(),
  /** On how many devices it got that far. */
  counts: z.object({
    sent: z.int(),
    delivered: z.int(),
    opened: z.int(),
    expired: z.int(),
    dropped: z.int(),
  }),
  /** Device by device, for a message to tokens; not in lists. */
  deliveries: z.optional(z.array(PushDelivery)),
});
export type PushMessageRecord = z.infer<typeof PushMessageRecord>;
