import * as z from 'zod/mini';

/** The mini-app that a notification comes from, as stated by the registry and not by the sender. */
export const NotificationApp = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.optional(z.string()),
});
export type NotificationApp = z.infer<typeof NotificationApp>;
