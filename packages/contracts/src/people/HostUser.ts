import * as z from 'zod/mini';

/** The signed-in person as a mini-app sees them. `openId` is different for every mini-app. */
export const HostUser = z.object({
  openId: z.string(),
  name: z.string(),
  avatarUrl: z.optional(z.string()),
  locale: z.optional(z.string()),
  /** Only if the mini-app declares `email`, the person agreed to it, and the address is verified. */
  email: z.optional(z.string()),
});
export type HostUser = z.infer<typeof HostUser>;
