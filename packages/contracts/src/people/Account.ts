import * as z from 'zod/mini';

import { HttpUrl } from '../common/HttpUrl.ts';
import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { Locale } from '../common/Locale.ts';
import { UNSEEN, withoutUnseen } from '../common/unseen.ts';

// Only sending mail can tell whether an address exists. This refuses what cannot be one, and what a mail server could
// interpret differently: several addresses, a display name with an address, invisible characters.
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+$/u;

/** An e-mail address. Case is ignored in comparisons. */
export const Email = z.string().check(
  z.maxLength(LIMITS.emailLength),
  z.refine(
    (text) => EMAIL.test(text) && !UNSEEN.test(text),
    'an e-mail address looks like ann@example.com',
  ),
  z.refine(isOneAddress, 'an e-mail address has no characters that can be read as others'),
);

/** Refuses addresses whose comparison key could equal that of another mailbox: "ａnn@…" is not "ann@…". */
function isOneAddress(email: string): boolean {
  return email.normalize('NFKC') === email.normalize('NFC');
}

/** A new password. Any characters are allowed, spaces too, and no kind is required. */
export const NewPassword = z
  .string()
  .check(z.minLength(LIMITS.passwordShortest), z.maxLength(LIMITS.passwordLength));

/** A password that is compared with the stored one. */
export const Password = z.string().check(z.minLength(1), z.maxLength(LIMITS.passwordLength));

// It is inserted into sentences, which bidi control characters would garble.
const PersonName = line(LIMITS.nameLength).check(
  z.refine(
    (name) => withoutUnseen(name) === name,
    'must not contain characters that cannot be seen or change the direction of the text',
  ),
);

/** The body of a request that creates an account. */
export const AccountRequest = z.strictObject({
  email: Email,
  password: NewPassword,
  name: PersonName,
  locale: z.optional(Locale),
});
export type AccountRequest = z.infer<typeof AccountRequest>;

/** The body that changes the profile of an account: omitted fields keep their values, null removes one. */
export const AccountChange = z
  .strictObject({
    name: z.optional(PersonName),
    locale: z.optional(z.nullable(Locale)),
    avatarUrl: z.optional(z.nullable(HttpUrl)),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, 'name something to change'));
export type AccountChange = z.infer<typeof AccountChange>;

/** The person who is signed in. */
export const Me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  /** Whether the address is verified; absent from servers that do not verify addresses. */
  emailVerified: z.optional(z.boolean()),
  locale: z.optional(z.string()),
  avatarUrl: z.optional(z.string()),
});
export type Me = z.infer<typeof Me>;

/** The body that changes a password. */
export const PasswordChange = z.strictObject({
  currentPassword: Password,
  newPassword: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The body that deletes an account: its password, unless an identity provider manages the account. */
export const AccountDeletion = z.strictObject({ password: z.optional(Password) });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** The response to deleting an account. */
export const DeletedAccount = z.object({ id: z.string() });
export type DeletedAccount = z.infer<typeof DeletedAccount>;
