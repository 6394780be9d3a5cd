import * as z from 'zod/mini';

/** The health of a push service, as one node sees it. */
export const ServiceHealth = z.object({
  name: z.string(),
  breaker: z.enum(['closed', 'open', 'half-open']),
  lastError: z.optional(z.object({ code: z.string(), at: z.number() })),
});
export type ServiceHealth = z.infer<typeof ServiceHealth>;
