import type { Queries } from '../../../storage/database/Database.types.ts';

/** The number of valid codes of a token, and when the first of them expires. */
export async function openChallenges(
  db: Queries,
  tokenKey: string,
  now: number,
): Promise<{ count: number; firstEnd: number | null }> {
  const row = await db.get<{ count: number; first_end: number | null }>(
    `SELECT COUNT(*) AS count, MIN(expires_at) AS first_end FROM device_challenges
      WHERE token_key = ? AND expires_at > ?`,
    tokenKey,
    now,
  );
  return { count: row!.count, firstEnd: row!.first_end };
}

export async function insertChallenge(
  db: Queries,
  challenge: { tokenKey: string; codeHash: string; expiresAt: number },
): Promise<void> {
  await db.run(
    'INSERT INTO device_challenges (token_key, code_hash, expires_at) VALUES (?, ?, ?)',
    challenge.tokenKey,
    challenge.codeHash,
    challenge.expiresAt,
  );
}

/** Redeems a code. Returns whether it was valid. */
export async function takeChallenge(
  tx: Queries,
  tokenKey: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const taken = await tx.run(
    'DELETE FROM device_challenges WHERE token_key = ? AND code_hash = ? AND expires_at > ?',
    tokenKey,
    codeHash,
    now,
  );
  return taken > 0;
}

/** Deletes some expired codes. Returns their number. */
export function deleteOldChallenges(db: Queries, now: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM device_challenges WHERE code_hash IN
      (SELECT code_hash FROM device_challenges WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    now,
    limit,
  );
}
