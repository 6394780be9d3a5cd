import * as z from 'zod/mini';

/** Where a browser loads an unpacked web archive from, and the integrity values that its files must match. */
export const WebLocation = z.object({
  baseUrl: z.string(),
  manifestUrl: z.string(),
  manifestIntegrity: z.string(),
  /** The file to start with, so that the manifest need not be read; absent in versions registered before it was kept. */
  container: z.optional(z.object({ url: z.string(), integrity: z.string() })),
  /** Whether there are files other than code: a host then needs the file index to verify them. */
  hasAssets: z.optional(z.boolean()),
});
export type WebLocation = z.infer<typeof WebLocation>;
