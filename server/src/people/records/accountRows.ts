import type { Queries } from '../../storage/database/Database.types.ts';
import type { Person } from '../People.types.ts';

export interface AccountRow {
  id: string;
  email: string;
  email_key: string;
  email_verified_at: number | null;
  name: string;
  locale: string | null;
  avatar_url: string | null;
  password_hash: string;
  created_at: number;
  updated_at: number;
}

/** The form in which addresses are compared. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

export function findAccount(db: Queries, id: string): Promise<AccountRow | undefined> {
  return db.get<AccountRow>('SELECT * FROM accounts WHERE id = ?', id);
}

export function findAccountByEmail(db: Queries, email: string): Promise<AccountRow | undefined> {
  return db.get<AccountRow>('SELECT * FROM accounts WHERE email_key = ?', emailKey(email));
}

/** Adds an account; false when the address is taken. */
export async function insertAccount(db: Queries, account: AccountRow): Promise<boolean> {
  const made = await db.run(
    `INSERT INTO accounts (id, email, email_key, email_verified_at, name, locale, avatar_url, password_hash, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING`,
    account.id,
    account.email,
    account.email_key,
    account.email_verified_at,
    account.name,
    account.locale,
    account.avatar_url,
    account.password_hash,
    account.created_at,
    account.updated_at,
  );
  return made === 1;
}

export async function updateProfile(
  db: Queries,
  id: string,
  profile: Pick<AccountRow, 'name' | 'locale' | 'avatar_url' | 'updated_at'>,
): Promise<void> {
  await db.run(
    'UPDATE accounts SET name = ?, locale = ?, avatar_url = ?, updated_at = ? WHERE id = ?',
    profile.name,
    profile.locale,
    profile.avatar_url,
    profile.updated_at,
    id,
  );
}

/** Replaces a password hash, unless it was replaced meanwhile. */
export async function replaceHash(
  db: Queries,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const sql = 'UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?';
  return (await db.run(sql, to, id, from)) === 1;
}

/** Sets a new password hash, unless it was changed meanwhile, and the time since which the address is verified. */
export async function resetHash(
  db: Queries,
  { id, password_hash }: AccountRow,
  hash: string,
  verifiedAt: number | null,
): Promise<boolean> {
  const sql =
    'UPDATE accounts SET password_hash = ?, email_verified_at = ? WHERE id = ? AND password_hash = ?';
  return (await db.run(sql, hash, verifiedAt, id, password_hash)) === 1;
}

/** Sets the address of an account; false when it is taken. */
export async function takeEmail(
  db: Queries,
  account: Pick<AccountRow, 'id' | 'email' | 'email_key' | 'email_verified_at' | 'updated_at'>,
): Promise<boolean> {
  const taken = await db.run(
    `UPDATE accounts SET email = ?, email_key = ?, email_verified_at = ?, updated_at = ?
      WHERE id = ? AND NOT EXISTS (SELECT 1 FROM accounts WHERE email_key = ? AND id <> ?)`,
    account.email,
    account.email_key,
    account.email_verified_at,
    account.updated_at,
    account.id,
    account.email_key,
    account.id,
  );
  return taken === 1;
}

/** Deletes an account and its sessions; false when there was none. */
export async function deleteAccount(db: Queries, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM accounts WHERE id = ?', id)) === 1;
}

export function toPerson(
  row: Pick<AccountRow, 'id' | 'name' | 'email' | 'email_verified_at' | 'locale' | 'avatar_url'>,
): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    ...(row.locale !== null && { locale: row.locale }),
    ...(row.avatar_url !== null && { avatarUrl: row.avatar_url }),
  };
}
