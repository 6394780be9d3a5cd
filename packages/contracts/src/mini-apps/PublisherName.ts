import * as z from 'zod/mini';

/** The name of a publisher as people see it, set by an operator. */
export const PublisherName = z.object({ id: z.string(), name: z.string() });
export type PublisherName = z.infer<typeof PublisherName>;
