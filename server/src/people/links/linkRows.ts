import type { Queries } from '../../storage/database/Database.types.ts';
import { type LinkPurpose, hashOfToken } from './linkTokens.ts';

export interface LinkRow {
  token_hash: string;
  purpose: LinkPurpose;
  account_id: string | null;
  pending_id: string | null;
  email: string | null;
  expires_at: number;
}

export async function insertLink(db: Queries, link: LinkRow): Promise<void> {
  await db.run(
    `INSERT INTO account_links (token_hash, purpose, account_id, pending_id, email, expires_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    link.token_hash,
    link.purpose,
    link.account_id,
    link.pending_id,
    link.email,
    link.expires_at,
  );
}

/** The link of a token, which stays unused. */
export function findLink(
  db: Queries,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<LinkRow | undefined> {
  return db.get<LinkRow>(
    'SELECT * FROM account_links WHERE token_hash = ? AND purpose = ? AND expires_at > ?',
    hashOfToken(token),
    purpose,
    now,
  );
}

/** Uses up a link; undefined when it is used already or expired. */
export function takeLink(
  db: Queries,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<LinkRow | undefined> {
  return db.get<LinkRow>(
    `DELETE FROM account_links WHERE token_hash = ? AND purpose = ? AND expires_at > ?
      RETURNING token_hash, purpose, account_id, pending_id, email, expires_at`,
    hashOfToken(token),
    purpose,
    now,
  );
}

/** Deletes all links of an account: none may work after its password or address changed. */
export async function deleteLinksOf(db: Queries, accountId: string): Promise<void> {
  await db.run('DELETE FROM account_links WHERE account_id = ?', accountId);
}

export async function deleteEndedLinks(db: Queries, now: number): Promise<void> {
  await db.run('DELETE FROM account_links WHERE expires_at <= ?', now);
}
