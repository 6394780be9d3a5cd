import * as z from 'zod/mini';

import { PageQuery, searchText } from '../common/pageOf.ts';
import { sortBy } from '../common/sortBy.ts';
import { Role, TokenScope } from './Token.ts';

/** The body that signs in to the console: an admin token, or the secret of a single-use link. */
export const ConsoleSignIn = z.union([
  z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.strictObject({ link: z.string().check(z.minLength(1), z.maxLength(500)) }),
]);
export type ConsoleSignIn = z.infer<typeof ConsoleSignIn>;

/** The ways to sign in to the console other than with a token. */
export const ConsoleSignInOptions = z.object({
  /** An identity provider: its name, and the path at which a browser begins to sign in with it. */
  provider: z.optional(z.object({ name: z.string(), path: z.string() })),
});
export type ConsoleSignInOptions = z.infer<typeof ConsoleSignInOptions>;

/** Who is signed in to the console, and what they may do. */
export const ConsoleSession = z.object({
  id: z.string(),
  /** As the audit log names them: `root`, the id of a token, or `person:` and their id at the identity provider. */
  actor: z.string(),
  /** Their display name: their own, or that of their token. */
  name: z.string(),
  /** The role that has these scopes, if one does. */
  role: z.optional(Role),
  scopes: z.array(TokenScope),
  /** The only mini-apps that they see; all of them when absent. */
  apps: z.optional(z.array(z.string())),
  publisher: z.optional(z.string()),
  createdAt: z.string(),
  /** The session ends at this time, however active it is. */
  expiresAt: z.string(),
  /** The session ends after this much time without a request. */
  idleSeconds: z.int(),
});
export type ConsoleSession = z.infer<typeof ConsoleSession>;

/** Filters for console sessions: those whose holder’s name or id, or whose address contains a text; by default all. */
export const ConsoleSessionQuery = z.extend(PageQuery, {
  q: searchText,
  sort: sortBy('createdAt', 'lastUsedAt', 'expiresAt'),
});
export type ConsoleSessionQuery = z.infer<typeof ConsoleSessionQuery>;

/** A console session, as the list of sessions shows it. */
export const ConsoleSessionRecord = z.object({
  id: z.string(),
  actor: z.string(),
  name: z.string(),
  /** Where it was started from. */
  address: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
});
export type ConsoleSessionRecord = z.infer<typeof ConsoleSessionRecord>;
