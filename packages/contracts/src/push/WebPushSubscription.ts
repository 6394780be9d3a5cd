import * as z from 'zod/mini';

import { HttpUrl } from '../common/HttpUrl.ts';

/** A browser's push subscription, as returned by `PushSubscription.toJSON()`. */
export const WebPushSubscription = z.object({
  endpoint: HttpUrl,
  keys: z.object({
    p256dh: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{87}=?$/, 'p256dh is a public key in base64url')),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/, 'auth is 16 bytes in base64url')),
  }),
});
export type WebPushSubscription = z.infer<typeof WebPushSubscription>;
