import * as z from 'zod/mini';

/** The addresses of the parts of the platform, for hosts and the command line; none of it is secret. */
export const PublicConfig = z.object({
  baseUrl: z.string(),
  cdnUrl: z.string(),
  pushGatewayUrl: z.string(),
  /** The URL at which the server serves a host app; absent if it serves none. */
  hostAppUrl: z.optional(z.string()),
  /** Whether addresses are verified and passwords reset by mail. Absent: they are not. */
  sendsMail: z.optional(z.boolean()),
  /** The version of the server. */
  version: z.string(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
