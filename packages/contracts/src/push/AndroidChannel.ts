import * as z from 'zod/mini';

/** A notification channel on Android. */
export const AndroidChannel = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  description: z.string(),
  importance: z.enum(['none', 'min', 'low', 'default', 'high']),
  sound: z.optional(z.string()),
  vibration: z.optional(z.boolean()),
});
export type AndroidChannel = z.infer<typeof AndroidChannel>;
