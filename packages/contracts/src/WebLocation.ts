import * as z from 'zod/mini';

/** Where a browser loads an unpacked web archive from, and the integrity value to demand of its manifest. */
export const WebLocation = z.object({
  baseUrl: z.string(),
  manifestUrl: z.string(),
  manifestIntegrity: z.string(),
});
export type WebLocation = z.infer<typeof WebLocation>;
