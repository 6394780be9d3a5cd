import * as z from 'zod/mini';

/** The state of a message; `cancelled` means cancelled before it was due. */
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

/** The delivery of a message to one device. */
export const PushDelivery = z.object({
  deviceId: z.string(),
  state: PushState,
  /** Why it was dropped or cancelled. */
  reason: z.optional(z.string()),
  updatedAt: z.string(),
});
export type PushDelivery = z.infer<typeof PushDelivery>;

/** A message with its status, as its sender sees it. */
export const PushMessageRecord = z.object({
  id: z.string(),
  state: PushState,
  /** Why it was cancelled, unless a person did: its sender lost the required rights before it was due. */
  reason: z.optional(z.string()),
  /** `/topics/news`, a condition, or absent for devices. */
  to: z.optional(z.string()),
  title: z.optional(z.string()),
  createdAt: z.string(),
  sendAt: z.string(),
  expiresAt: z.string(),
  /** The number of devices that reached each state. */
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
