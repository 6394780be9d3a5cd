import { LIMITS } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';

/** What mails are about. */
type MailKind = 'reset' | 'sign-up' | 'verify' | 'password-changed' | 'email-changed';

export interface MailRow {
  id: string;
  kind: MailKind;
  recipient: string;
  recipient_key: string;
  account_id: string | null;
  pending_id: string | null;
  attempts: number;
  created_at: number;
  next_at: number;
  expires_at: number;
}

/** The window in which mails to an address are counted. */
const COUNTED_MS = 60 * 60 * 1000;

/** Adds a mail to the queue; false when the address got too many of this kind, or too many are queued in all. */
export async function insertMail(db: Queries, mail: MailRow): Promise<boolean> {
  const made = await db.run(
    `INSERT INTO mails (id, kind, recipient, recipient_key, account_id, pending_id, attempts, created_at, next_at, expires_at)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
      WHERE (SELECT COUNT(*) FROM mails WHERE recipient_key = ? AND kind = ? AND created_at > ?) < ?
        AND (SELECT COUNT(*) FROM mails WHERE sent_at IS NULL) < ?`,
    mail.id,
    mail.kind,
    mail.recipient,
    mail.recipient_key,
    mail.account_id,
    mail.pending_id,
    mail.attempts,
    mail.created_at,
    mail.next_at,
    mail.expires_at,
    mail.recipient_key,
    mail.kind,
    mail.created_at - COUNTED_MS,
    LIMITS.mailsPerAddress,
    LIMITS.mailsWaiting,
  );
  return made === 1;
}

/** Mails that are due, the oldest first. */
export function listDueMails(db: Queries, now: number, most: number): Promise<MailRow[]> {
  return db.all<MailRow>(
    'SELECT * FROM mails WHERE sent_at IS NULL AND next_at <= ? ORDER BY next_at LIMIT ?',
    now,
    most,
  );
}

/** Leases a mail to one node; false when another node was faster. */
export async function claimMail(db: Queries, mail: MailRow, until: number): Promise<boolean> {
  const claimed = await db.run(
    'UPDATE mails SET next_at = ?, attempts = attempts + 1 WHERE id = ? AND next_at = ? AND sent_at IS NULL',
    until,
    mail.id,
    mail.next_at,
  );
  return claimed === 1;
}

export async function markSent(db: Queries, id: string, now: number): Promise<void> {
  await db.run('UPDATE mails SET sent_at = ? WHERE id = ?', now, id);
}

export async function postponeMail(db: Queries, id: string, nextAt: number): Promise<void> {
  await db.run('UPDATE mails SET next_at = ? WHERE id = ?', nextAt, id);
}

export async function deleteMail(db: Queries, id: string): Promise<void> {
  await db.run('DELETE FROM mails WHERE id = ?', id);
}

/** Deletes the mails of an account, and those to its address. */
export async function deleteMailsOfAccount(tx: Queries, accountId: string): Promise<void> {
  await tx.run(
    `DELETE FROM mails
      WHERE account_id = ? OR recipient_key = (SELECT email_key FROM accounts WHERE id = ?)`,
    accountId,
    accountId,
  );
}

/** Deletes mails that are not to be sent or counted any more. */
export async function deleteOldMails(db: Queries, now: number): Promise<void> {
  await db.run(
    'DELETE FROM mails WHERE expires_at <= ? OR (sent_at IS NOT NULL AND created_at <= ?)',
    now,
    now - COUNTED_MS,
  );
}
