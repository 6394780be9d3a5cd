import type { Queries } from '../../storage/database/Database.types.ts';
import type { AccountRow } from './accountRows.ts';

/** A requested account that is not confirmed yet. */
export interface PendingRow extends Pick<
  AccountRow,
  'id' | 'email' | 'email_key' | 'name' | 'locale' | 'password_hash'
> {
  expires_at: number;
}

export async function insertPending(db: Queries, pending: PendingRow): Promise<void> {
  await db.run(
    `INSERT INTO pending_accounts (id, email, email_key, name, locale, password_hash, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    pending.id,
    pending.email,
    pending.email_key,
    pending.name,
    pending.locale,
    pending.password_hash,
    pending.expires_at,
  );
}

export function findPending(db: Queries, id: string): Promise<PendingRow | undefined> {
  return db.get<PendingRow>('SELECT * FROM pending_accounts WHERE id = ?', id);
}

/** Deletes all requests for accounts with an address, after one was confirmed. */
export async function deletePendingOf(db: Queries, key: string): Promise<void> {
  await db.run('DELETE FROM pending_accounts WHERE email_key = ?', key);
}

/** Deletes all requests for accounts with the address of an existing account. */
export async function deletePendingOfAccount(tx: Queries, accountId: string): Promise<void> {
  await tx.run(
    `DELETE FROM pending_accounts
      WHERE email_key = (SELECT email_key FROM accounts WHERE id = ?)`,
    accountId,
  );
}

export async function deleteEndedPending(db: Queries, now: number): Promise<void> {
  await db.run('DELETE FROM pending_accounts WHERE expires_at <= ?', now);
}
