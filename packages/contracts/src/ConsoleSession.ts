import * as z from 'zod/mini';

import { Role, TokenScope } from './Token.ts';

/** The body that signs in to the console: an admin token, or a link that works once. */
export const ConsoleSignIn = z.union([
  z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.strictObject({ link: z.string().check(z.minLength(1), z.maxLength(500)) }),
]);
export type ConsoleSignIn = z.infer<typeof ConsoleSignIn>;

/** Who is signed in to the console, and what they may do. */
export const ConsoleSession = z.object({
  id: z.string(),
  /** As the audit log names them: `root`, or the id of a token. */
  actor: z.string(),
  /** What to call them: the name of their token. */
  name: z.string(),
  /** The role that has these scopes, if one does. */
  role: z.optional(Role),
  scopes: z.array(TokenScope),
  /** The only mini-apps that they see; all of them when absent. */
  apps: z.optional(z.array(z.string())),
  publisher: z.optional(z.string()),
  createdAt: z.string(),
  /** It ends then, however much it is used. */
  expiresAt: z.string(),
  /** It ends when nothing was asked for so long. */
  idleSeconds: z.int(),
});
export type ConsoleSession = z.infer<typeof ConsoleSession>;

/** A session of the console in the list of all. */
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

/** The path that the console is served at, below CONSOLE_URL. */
export const CONSOLE_PATH = '/console/';

/** What comes before the path of an API call that the console makes with its cookie. */
export const CONSOLE_API_PATH = '/console/api';

/** The header of every change that the console makes: a form of another page cannot send it. */
export const CONSOLE_HEADER = 'x-console';
