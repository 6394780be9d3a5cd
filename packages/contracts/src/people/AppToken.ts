import * as z from 'zod/mini';

import { HostUser } from './HostUser.ts';

/** What a mini-app learns about the person: their identifier in that mini-app, and a token that its own back end can verify. */
export const AppToken = z.object({
  /** A JWT with `aud` = the appId and `sub` = `user.openId`, signed with a key of `/.well-known/jwks.json`. */
  token: z.string(),
  /** Seconds until it expires. */
  expiresIn: z.number(),
  user: HostUser,
});
export type AppToken = z.infer<typeof AppToken>;
