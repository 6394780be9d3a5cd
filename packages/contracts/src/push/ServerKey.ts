import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { rotationFields, secretSeconds } from '../common/SecretRotation.ts';
import { sortBy } from '../common/sortBy.ts';

/** The scopes of issued server keys. SERVER_KEY has all of them. */
export const SERVER_KEY_SCOPES = ['send', 'topics', 'read'] as const;

/** One scope of a server key. */
export const ServerKeyScope = z.enum(SERVER_KEY_SCOPES);
export type ServerKeyScope = z.infer<typeof ServerKeyScope>;

const names = z.array(line(LIMITS.appIdLength)).check(z.minLength(1), z.maxLength(100));

/** The body that issues a server key. */
export const ServerKeyRequest = z
  .strictObject({
    name: line(LIMITS.nameLength),
    scopes: z.array(ServerKeyScope).check(
      z.minLength(1),
      z.refine((list) => new Set(list).size === list.length, 'each scope at most once'),
    ),
    /** The only host apps, by package name or bundle id, whose devices it may send to; by default all. Mini-apps are not listed here. */
    apps: z.optional(names),
    /**
     * The mini-apps in whose name it may send, only to their own topics and to people who consented. Its messages say which
     * mini-app they are from (addition).
     */
    miniApps: z.optional(z.array(AppId).check(z.minLength(1), z.maxLength(100))),
    /** The key's lifetime; by default it never expires. */
    expiresInSeconds: z.optional(secretSeconds),
  })
  .check(
    z.refine(({ apps, miniApps }) => !apps || !miniApps, 'a key is for host apps or for mini-apps'),
  );
export type ServerKeyRequest = z.infer<typeof ServerKeyRequest>;

/** Filters for server keys: those whose name or id contains a text; by default all. */
export const ServerKeyQuery = z.extend(PageQuery, {
  q: searchText,
  sort: sortBy('createdAt', 'name', 'lastUsedAt', 'expiresAt'),
});
export type ServerKeyQuery = z.infer<typeof ServerKeyQuery>;

/** A server key without its secret, which cannot be read again. */
export const ServerKeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ServerKeyScope),
  apps: z.optional(z.array(z.string())),
  miniApps: z.optional(z.array(z.string())),
  createdAt: z.string(),
  /** Absent for a key that never expires. */
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  /** Accurate to the minute. */
  lastUsedAt: z.optional(z.string()),
  ...rotationFields,
});
export type ServerKeyRecord = z.infer<typeof ServerKeyRecord>;

/** The response to issuing a server key or rotating its secret; the only one that contains the secret. */
export const IssuedServerKey = z.extend(ServerKeyRecord, { key: z.string() });
export type IssuedServerKey = z.infer<typeof IssuedServerKey>;
