import type { Queries } from '../../storage/database/Database.types.ts';
import type { NextSecret, ReplaceableSecret, SecretGeneration } from './replaceableSecrets.ts';

/** The tables with rotatable secrets. */
type SecretTable = 'tokens' | 'server_keys';

/** Rotates a secret. The previous one is accepted until a given time, the one before that no longer. */
export async function replaceSecret(
  tx: Queries,
  table: SecretTable,
  id: string,
  next: NextSecret,
): Promise<void> {
  await tx.run(
    `UPDATE ${table} SET previous_hash = secret_hash, previous_ends_at = ?,
        previous_used_at = last_used_at, secret_hash = ?, rotated_at = ?, expires_at = ?, last_used_at = NULL
      WHERE id = ?`,
    next.previousEndsAt,
    next.hash,
    next.at,
    next.expiresAt,
    id,
  );
}

/** Records that a secret was used, unless it was rotated meanwhile. */
export async function touchSecret(
  db: Queries,
  table: SecretTable,
  row: Pick<ReplaceableSecret, 'id' | 'secret_hash'>,
  generation: SecretGeneration,
  at: number,
): Promise<void> {
  const column = generation === 'current' ? 'last_used_at' : 'previous_used_at';
  await db.run(
    `UPDATE ${table} SET ${column} = ? WHERE id = ? AND secret_hash = ?`,
    at,
    row.id,
    row.secret_hash,
  );
}

/** Revokes a secret, idempotently: the time of the first revocation stays. */
export async function revokeSecret(
  tx: Queries,
  table: SecretTable,
  id: string,
  at: number,
): Promise<void> {
  await tx.run(`UPDATE ${table} SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`, at, id);
}
