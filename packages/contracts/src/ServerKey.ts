import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';
import { line } from './line.ts';

/** What an issued server key may do. SERVER_KEY may do everything. */
export const SERVER_KEY_SCOPES = ['send', 'topics', 'read'] as const;

/** One scope of a server key. */
export const ServerKeyScope = z.enum(SERVER_KEY_SCOPES);
export type ServerKeyScope = z.infer<typeof ServerKeyScope>;

/** The body that issues a server key. */
export const ServerKeyRequest = z.strictObject({
  name: line(LIMITS.nameLength),
  scopes: z.array(ServerKeyScope).check(
    z.minLength(1),
    z.refine((list) => new Set(list).size === list.length, 'each scope at most once'),
  ),
  /** The only apps whose devices it may send to; all of them when left out. */
  apps: z.optional(z.array(line(LIMITS.appIdLength)).check(z.minLength(1), z.maxLength(100))),
});
export type ServerKeyRequest = z.infer<typeof ServerKeyRequest>;

/** What can be read of a server key: everything but the secret. */
export const ServerKeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ServerKeyScope),
  apps: z.optional(z.array(z.string())),
  createdAt: z.string(),
  revokedAt: z.optional(z.string()),
});
export type ServerKeyRecord = z.infer<typeof ServerKeyRecord>;

/** The answer to issuing a server key, the only one that holds the secret. */
export const IssuedServerKey = z.extend(ServerKeyRecord, { key: z.string() });
export type IssuedServerKey = z.infer<typeof IssuedServerKey>;
