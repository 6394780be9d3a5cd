import type { PasswordReset } from '@host/contracts';

import { notifyPasswordChange } from '../account-mail/notifyPasswordChange.ts';
import { linkInvalid } from '../links/linkInvalid.ts';
import { type LinkRow, deleteLinksOf, findLink, takeLink } from '../links/linkRows.ts';
import { type AccountRow, emailKey, findAccount, resetHash } from '../records/accountRows.ts';
import { deleteSessionsOf } from '../records/sessionRows.ts';
import type { SignInDeps } from '../sessions/signIn.ts';

/**
 * Sets a new password with a link and ends every session: whoever had the old password is signed out. It starts no
 * session, so that nobody ends up in a session that somebody else began. A link that came by mail verifies the address.
 */
export async function resetPassword(
  { db, passwords, limits, mail }: Omit<SignInDeps, 'sessions'>,
  { token, newPassword }: PasswordReset,
  address: string,
): Promise<{ email: string }> {
  limits.admitLink(address);
  const now = Date.now();
  const link = await findLink(db, token, 'reset', now);
  const account = link?.account_id ? await findAccount(db, link.account_id) : undefined;
  if (!link || !account || !isFor(link, account)) throw linkInvalid();
  const hash = await passwords.hash(newPassword, { address, hasSession: false });
  await db.transaction(async (tx) => {
    if (!(await takeLink(tx, token, 'reset', now))) throw linkInvalid();
    const verifiedAt = account.email_verified_at ?? (link.email === null ? null : now);
    if (!(await resetHash(tx, account, hash, verifiedAt))) throw linkInvalid();
    await deleteSessionsOf(tx, account.id);
    await deleteLinksOf(tx, account.id);
    await notifyPasswordChange(tx, mail, account);
  });
  mail?.kick();
  // Networks are known by their sessions, which have all just ended: this makes the current one known.
  limits.resetAttempts({ address, email: account.email });
  return { email: account.email };
}

/** A link that was sent to an address is valid while the account has that address. */
function isFor({ email }: LinkRow, account: AccountRow): boolean {
  return email === null || emailKey(email) === account.email_key;
}
