import type { Database } from '../../storage/database/Database.types.ts';
import { makeLink } from '../links/makeLink.ts';
import type { Mailer } from '../mail/Mailer.types.ts';
import type { Delivery } from '../mail/MailQueue.ts';
import type { MailRow } from '../mail/mailRows.ts';
import { emailKey, findAccount, findAccountByEmail } from '../records/accountRows.ts';
import { findPending } from '../records/pendingRows.ts';
import { type AccountMail, composeMail } from '../texts/composeMail.ts';

interface AccountMailDeps {
  db: Database;
  mailer: Mailer;
  baseUrl: string;
  now?: () => number;
}

/** The locale is null for people who never chose a language. */
type Addressed = { to: string; mail: AccountMail; locale: string | null };

/**
 * Composes and sends queued mails. Whether there is an account is looked up only here: the request for the mail was
 * answered before, in the same way for every address.
 */
export function createAccountMails(deps: AccountMailDeps): (row: MailRow) => Promise<Delivery> {
  const { db, mailer, baseUrl, now = Date.now } = deps;
  const signInUrl = `${baseUrl}/app/sign-in`;
  const forgotUrl = `${baseUrl}/app/forgot-password`;

  async function addressed(row: MailRow): Promise<Addressed | undefined> {
    switch (row.kind) {
      case 'reset':
        return reset(row);
      case 'sign-up':
        return signUp(row);
      case 'verify':
        return verify(row);
      case 'password-changed':
        return changed(row, { about: 'password-changed', url: forgotUrl });
      default:
        return changed(row, { about: 'email-changed' });
    }
  }

  async function changed(row: MailRow, mail: AccountMail): Promise<Addressed> {
    const account = row.account_id === null ? undefined : await findAccount(db, row.account_id);
    return { to: row.recipient, mail, locale: account?.locale ?? null };
  }

  async function reset({ recipient }: MailRow): Promise<Addressed | undefined> {
    const account = await findAccountByEmail(db, recipient);
    if (!account) return undefined;
    // Sent to the account's address and not to the typed one: different spellings can count as the same address.
    const { id: accountId, email, locale } = account;
    const link = { purpose: 'reset', accountId, email } as const;
    const { url } = await makeLink(db, baseUrl, link, now());
    return { to: email, mail: { about: 'reset', url }, locale };
  }

  async function signUp({ pending_id: pendingId }: MailRow): Promise<Addressed | undefined> {
    const pending = pendingId === null ? undefined : await findPending(db, pendingId);
    if (!pending) return undefined;
    const account = await findAccountByEmail(db, pending.email);
    if (account) {
      const { email, locale } = account;
      return { to: email, mail: { about: 'address-taken', url: signInUrl }, locale };
    }
    const link = { purpose: 'sign-up', pendingId: pending.id, email: pending.email } as const;
    const { url } = await makeLink(db, baseUrl, link, now());
    return { to: pending.email, mail: { about: 'sign-up', url }, locale: pending.locale };
  }

  async function verify({ account_id, recipient }: MailRow): Promise<Addressed | undefined> {
    const account = account_id === null ? undefined : await findAccount(db, account_id);
    if (!account) return undefined;
    const isOwn = account.email_key === emailKey(recipient);
    if (isOwn && account.email_verified_at !== null) return undefined;
    const holder = isOwn ? undefined : await findAccountByEmail(db, recipient);
    if (holder) {
      return { to: holder.email, mail: { about: 'address-wanted' }, locale: holder.locale };
    }
    const link = { purpose: 'verify', accountId: account.id, email: recipient } as const;
    const { url } = await makeLink(db, baseUrl, link, now());
    return { to: recipient, mail: { about: 'verify', url }, locale: account.locale };
  }

  return async (row) => {
    const found = await addressed(row);
    if (!found) return 'dropped';
    const { to, mail, locale } = found;
    await mailer.send({ id: row.id, to, ...composeMail(mail, baseUrl, locale) });
    return 'sent';
  };
}
