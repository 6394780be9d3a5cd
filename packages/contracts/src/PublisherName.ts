import * as z from 'zod/mini';

/** Who publishes a mini-app, as people are told: an operator gave the name. */
export const PublisherName = z.object({ id: z.string(), name: z.string() });
export type PublisherName = z.infer<typeof PublisherName>;
