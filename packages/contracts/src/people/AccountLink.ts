import * as z from 'zod/mini';

import { Email, Me, NewPassword, Password } from './Account.ts';

/** The secret in a link: the part of its address after the `#`. */
export const LinkToken = z
  .string()
  .check(z.regex(/^hal_[A-Za-z0-9_-]{43}$/, 'a token of a link looks like hal_… (47 characters)'));

/** The response when a mail is needed to continue. It is the same whether or not the address has an account. */
export const MailedLink = z.object({
  /** How long the link in the mail is valid, in seconds. */
  expiresIn: z.number(),
});
export type MailedLink = z.infer<typeof MailedLink>;

/** The response when a request either succeeds at once or needs a mail to continue. */
export const MeOrMailedLink = z.union([Me, MailedLink]);
export type MeOrMailedLink = z.infer<typeof MeOrMailedLink>;

/** The body that completes a sign-up: the token from the mailed link, and the password chosen when signing up. */
export const AccountConfirmation = z.strictObject({ token: LinkToken, password: Password });
export type AccountConfirmation = z.infer<typeof AccountConfirmation>;

/** The body that requests a mail with a link for resetting the password. */
export const PasswordResetRequest = z.strictObject({ email: Email });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** The body that sets a new password, using the token of a link. */
export const PasswordReset = z.strictObject({ token: LinkToken, newPassword: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** The response to a password reset: the e-mail address to sign in with. */
export const ResetAccount = z.object({ email: z.string() });
export type ResetAccount = z.infer<typeof ResetAccount>;

/** The body that requests a change of e-mail address, which takes effect once the link sent to it is opened. */
export const EmailChange = z.strictObject({ email: Email, password: Password });
export type EmailChange = z.infer<typeof EmailChange>;

/** The body that verifies an e-mail address, using the token of the link that was sent to it. */
export const EmailConfirmation = z.strictObject({ token: LinkToken });
export type EmailConfirmation = z.infer<typeof EmailConfirmation>;

/** The body with which an operator creates a password reset link. */
export const ResetLinkRequest = z.strictObject({ email: Email });
export type ResetLinkRequest = z.infer<typeof ResetLinkRequest>;

/** A password reset link for one person, to be delivered through a channel known to be theirs. */
export const ResetLink = z.object({ url: z.string(), expiresAt: z.string() });
export type ResetLink = z.infer<typeof ResetLink>;
