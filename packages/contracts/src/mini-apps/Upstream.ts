import * as z from 'zod/mini';

import { HttpUrl } from '../common/HttpUrl.ts';

/** The body that sets the back end behind a mini-app's path; null removes it. */
export const UpstreamRequest = z.strictObject({
  url: z.nullable(
    HttpUrl.check(z.refine((url) => !url.includes('?'), 'an upstream has no query of its own')),
  ),
  /** The value that the caller saw, null for none: if it has changed since, the request is refused with `setting-conflict`. */
  from: z.optional(z.nullable(z.string())),
});
export type UpstreamRequest = z.infer<typeof UpstreamRequest>;

/** The health of the back end of a mini-app, as all nodes see it together. */
export const UpstreamStatus = z.object({
  /** Absent where the mini-app has no back end. */
  url: z.optional(z.string()),
  /** `unknown`: no request was sent to it yet. `failing`: three requests in a row got no answer. */
  state: z.enum(['none', 'unknown', 'working', 'failing']),
  answeredAt: z.optional(z.string()),
  lastError: z.optional(z.object({ code: z.string(), at: z.string() })),
});
export type UpstreamStatus = z.infer<typeof UpstreamStatus>;
