import * as z from 'zod/mini';

import { HttpUrl } from './HttpUrl.ts';

/** The body that names the back end behind a mini-app's path; null takes it away. */
export const UpstreamRequest = z.strictObject({
  url: z.nullable(
    HttpUrl.check(z.refine((url) => !url.includes('?'), 'an upstream has no query of its own')),
  ),
});
export type UpstreamRequest = z.infer<typeof UpstreamRequest>;
