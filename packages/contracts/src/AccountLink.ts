import * as z from 'zod/mini';

import { Email, Me, NewPassword, Password } from './Account.ts';

/** The secret of a link: what stands behind the `#` of its address. */
export const LinkToken = z
  .string()
  .check(z.regex(/^hal_[A-Za-z0-9_-]{43}$/, 'a token of a link looks like hal_… (47 characters)'));

/** The answer to what goes on by mail: whether a mail is sent depends on the address, the answer does not. */
export const MailedLink = z.object({
  /** Seconds for which the link in the mail is good. */
  expiresIn: z.number(),
});
export type MailedLink = z.infer<typeof MailedLink>;

/** The answer to what is done at once, or goes on by mail. */
export const MeOrMailedLink = z.union([Me, MailedLink]);
export type MeOrMailedLink = z.infer<typeof MeOrMailedLink>;

/** The body that makes an account that was asked for: the link from the mail, and the password that was chosen then. */
export const AccountConfirmation = z.strictObject({ token: LinkToken, password: Password });
export type AccountConfirmation = z.infer<typeof AccountConfirmation>;

/** The body that asks for a mail with a link that sets a new password. */
export const PasswordResetRequest = z.strictObject({ email: Email });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** The body that sets a new password with a link. */
export const PasswordReset = z.strictObject({ token: LinkToken, newPassword: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** The answer to setting a new password: what to sign in with. */
export const ResetAccount = z.object({ email: z.string() });
export type ResetAccount = z.infer<typeof ResetAccount>;

/** The body that asks for another e-mail address; it counts once its link was followed. */
export const EmailChange = z.strictObject({ email: Email, password: Password });
export type EmailChange = z.infer<typeof EmailChange>;

/** The body that verifies an e-mail address with the link that was sent to it. */
export const EmailConfirmation = z.strictObject({ token: LinkToken });
export type EmailConfirmation = z.infer<typeof EmailConfirmation>;

/** The body with which an operator makes a link that sets a new password. */
export const ResetLinkRequest = z.strictObject({ email: Email });
export type ResetLinkRequest = z.infer<typeof ResetLinkRequest>;

/** A link for one person, to be handed over by a way that is known to be theirs. */
export const ResetLink = z.object({ url: z.string(), expiresAt: z.string() });
export type ResetLink = z.infer<typeof ResetLink>;
