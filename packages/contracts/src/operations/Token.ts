import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { PublisherId } from '../mini-apps/Publisher.ts';
import { rotationFields, secretSeconds } from '../common/SecretRotation.ts';
import { sortBy } from '../common/sortBy.ts';

/** The scopes of issued admin tokens. The root ADMIN_TOKEN has all of them. `admin` runs the platform: tokens, keys, people. */
export const TOKEN_SCOPES = [
  'publish',
  'release',
  'push',
  'data',
  'read',
  'trust',
  'admin',
] as const;

/** One scope of an admin token. */
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;

/** Named sets of scopes. No role has both `publish` and `trust`: nobody reviews what they published themselves. */
export const ROLES = {
  /** Read-only access. */
  viewer: ['read'],
  /** Uploads and submits versions, and fills collections. */
  publisher: ['read', 'publish', 'data'],
  /** Decides about versions that others published. */
  reviewer: ['read', 'trust'],
  /** Releases, pauses, rolls back. */
  releaser: ['read', 'release'],
  /** Sends pushes. */
  sender: ['read', 'push'],
  /** Runs the platform: tokens, keys, people, the audit log. */
  admin: ['read', 'release', 'push', 'data', 'trust', 'admin'],
} as const satisfies Record<string, readonly TokenScope[]>;

/** The name of a role. */
export const Role = z.enum(Object.keys(ROLES) as [keyof typeof ROLES, ...(keyof typeof ROLES)[]]);
export type Role = z.infer<typeof Role>;

/** The role with exactly these scopes; undefined if there is none. */
export function roleOf(scopes: readonly TokenScope[]): Role | undefined {
  const has = (role: Role) =>
    ROLES[role].length === scopes.length && ROLES[role].every((scope) => scopes.includes(scope));
  return (Object.keys(ROLES) as Role[]).find(has);
}

/** The body that issues an admin token: with a role, or with scopes. */
export const TokenRequest = z
  .strictObject({
    name: line(LIMITS.nameLength),
    scopes: z.optional(
      z.array(TokenScope).check(
        z.minLength(1),
        z.refine((list) => new Set(list).size === list.length, 'each scope at most once'),
        // Separation of duties: nobody may grant trust to what they published themselves.
        z.refine(
          (list) => !(list.includes('publish') && list.includes('trust')),
          'publish and trust are never one token’s: nobody trusts what they published themselves',
        ),
      ),
    ),
    /** Instead of `scopes`. */
    role: z.optional(Role),
    /** The only mini-apps that the token may access; by default all. */
    apps: z.optional(
      z.array(AppId).check(
        z.minLength(1),
        z.maxLength(100),
        z.refine((list) => new Set(list).size === list.length, 'each mini-app at most once'),
      ),
    ),
    /** The publisher that holds it: the token may access this publisher's mini-apps and register new ones for it. */
    publisher: z.optional(PublisherId),
    expiresInSeconds: secretSeconds,
  })
  .check(
    z.refine(({ scopes, role }) => (scopes === undefined) !== (role === undefined), {
      path: ['scopes'],
      error: 'either scopes or a role',
    }),
    z.refine(
      (request) => request.publisher === undefined || !requestedScopes(request).includes('trust'),
      { path: ['scopes'], error: 'a publisher’s token never has trust: it is given by operators' },
    ),
    z.refine(
      (request) =>
        (request.publisher === undefined && request.apps === undefined) ||
        !requestedScopes(request).includes('admin'),
      { path: ['scopes'], error: 'admin is for the whole platform: not with apps or a publisher' },
    ),
  );
export type TokenRequest = z.infer<typeof TokenRequest>;

/** The scopes that a new token gets. */
export function requestedScopes({
  scopes,
  role,
}: {
  scopes?: readonly TokenScope[] | undefined;
  role?: Role | undefined;
}): readonly TokenScope[] {
  return scopes ?? (role === undefined ? [] : ROLES[role]);
}

/** Filters for tokens: those whose name or id contains a text; by default all. */
export const TokenQuery = z.extend(PageQuery, {
  q: searchText,
  sort: sortBy('createdAt', 'name', 'lastUsedAt', 'expiresAt'),
});
export type TokenQuery = z.infer<typeof TokenQuery>;

/** An issued token without its secret, which cannot be read again. */
export const TokenRecord = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  /** The role that has these scopes, if one does. */
  role: z.optional(Role),
  apps: z.optional(z.array(z.string())),
  publisher: z.optional(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.optional(z.string()),
  lastUsedAt: z.optional(z.string()),
  ...rotationFields,
});
export type TokenRecord = z.infer<typeof TokenRecord>;

/** What each role may do: its scopes, and the scopes that each action of the admin API accepts. */
export const RoleTable = z.object({
  roles: z.array(z.object({ role: Role, scopes: z.array(TokenScope) })),
  actions: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      /** Any of them is enough. */
      scopes: z.array(TokenScope),
      roles: z.array(Role),
    }),
  ),
});
export type RoleTable = z.infer<typeof RoleTable>;

/** What the token of the caller may do with one mini-app, whether or not that is registered yet. */
export const TokenAccess = z.object({
  appId: z.string(),
  scopes: z.array(TokenScope),
  /** The first segment of its own paths, or the one that it would get now; absent if all its default paths are taken. */
  path: z.optional(z.string()),
});
export type TokenAccess = z.infer<typeof TokenAccess>;

/** The response to issuing a token or rotating its secret; the only one that contains the secret. */
export const IssuedToken = z.extend(TokenRecord, { token: z.string() });
export type IssuedToken = z.infer<typeof IssuedToken>;
