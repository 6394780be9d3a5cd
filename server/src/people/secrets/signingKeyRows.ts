import type { Queries } from '../../storage/database/Database.types.ts';

export interface SigningKeyRow {
  id: string;
  public_jwk: string;
  sealed_private_jwk: string;
  created_at: number;
  signs_from: number;
}

/** All keys, in the order in which they sign. */
export function listSigningKeys(db: Queries): Promise<SigningKeyRow[]> {
  return db.all<SigningKeyRow>('SELECT * FROM signing_keys ORDER BY signs_from, id');
}

export async function insertSigningKey(db: Queries, key: SigningKeyRow): Promise<void> {
  await db.run(
    `INSERT INTO signing_keys (id, public_jwk, sealed_private_jwk, created_at, signs_from)
      VALUES (?, ?, ?, ?, ?)`,
    key.id,
    key.public_jwk,
    key.sealed_private_jwk,
    key.created_at,
    key.signs_from,
  );
}

/** Replaces the encrypted form of a private key. */
export async function replaceSealed(db: Queries, id: string, sealed: string): Promise<void> {
  await db.run('UPDATE signing_keys SET sealed_private_jwk = ? WHERE id = ?', sealed, id);
}

export async function deleteSigningKey(db: Queries, id: string): Promise<void> {
  await db.run('DELETE FROM signing_keys WHERE id = ?', id);
}
