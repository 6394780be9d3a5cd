import type { Queries } from '../../storage/database/Database.types.ts';
import type { NextSecret, ReplaceableSecret, SecretGeneration } from './replaceableSecrets.ts';

/** The tables of what has a secret that can be replaced. */
type SecretTable = 'tokens' | 'server_keys';

/** Puts another secret in the place of one. The one before is accepted until a time; the one before that no more. */
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

/** Remembers that a secret was used, unless it was replaced meanwhile. */
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

/** Revoking again keeps the time of the first revocation. */
export async function revokeSecret(
  tx: Queries,
  table: SecretTable,
  id: string,
  at: number,
): Promise<void> {
  await tx.run(`UPDATE ${table} SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`, at, id);
}
