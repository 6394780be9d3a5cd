import * as z from 'zod/mini';

import { Email, Password } from './Account.ts';

/**
 * How the refresh token is transferred: in the `body` for hosts that keep it in the system's key store; as an HttpOnly
 * `cookie` for browsers, where a mini-app may share the page with the host.
 */
export const RefreshTransport = z.enum(['body', 'cookie']);
export type RefreshTransport = z.infer<typeof RefreshTransport>;

/** The body that signs a person in. */
export const SignInRequest = z.strictObject({
  email: Email,
  password: Password,
  /** `body` by default. */
  transport: z.optional(RefreshTransport),
});
export type SignInRequest = z.infer<typeof SignInRequest>;

/** The body that refreshes a session; without a token, the cookie is used. */
export const RefreshRequest = z.strictObject({
  refreshToken: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
});
export type RefreshRequest = z.infer<typeof RefreshRequest>;

/** The tokens of a session. */
export const SessionTokens = z.object({
  sessionId: z.string(),
  /** Sent as `Authorization: Bearer <accessToken>`. */
  accessToken: z.string(),
  /** Seconds until the access token expires. */
  expiresIn: z.number(),
  /** Valid for one refresh. Absent if it is sent as a cookie. */
  refreshToken: z.optional(z.string()),
  /** When the session ends, unless it is refreshed before. */
  refreshBefore: z.string(),
});
export type SessionTokens = z.infer<typeof SessionTokens>;

/** One of a person's sessions. */
export const SessionRecord = z.object({
  id: z.string(),
  /** Whether the request was made with this session. */
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** The User-Agent header of the sign-in. */
  userAgent: z.optional(z.string()),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** All active sessions of a person, latest first. */
export const SessionList = z.object({ items: z.array(SessionRecord) });
export type SessionList = z.infer<typeof SessionList>;

/** The response to ending a session. */
export const EndedSession = z.object({ id: z.string() });
export type EndedSession = z.infer<typeof EndedSession>;

/** The response to ending every other session: how many were ended. */
export const EndedSessions = z.object({ ended: z.number() });
export type EndedSessions = z.infer<typeof EndedSessions>;
