import { MAX_REPLACED_TOKENS } from '../../operations/quotas/quotaLimits.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { isOurToken, tokenKeyOf } from './deviceToken.ts';

/** Senders that still use an old token reach the device that has another one now, and are told. */
export async function noteReplaced(tx: Queries, oldToken: string, id: number): Promise<void> {
  await tx.run(
    `INSERT INTO replaced_tokens (token_key, device_id, is_key, replaced_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (token_key) DO UPDATE SET device_id = excluded.device_id, is_key = excluded.is_key,
        replaced_at = excluded.replaced_at`,
    tokenKeyOf(oldToken),
    id,
    isOurToken(oldToken) ? 1 : 0,
    Date.now(),
  );
  await tx.run(
    `DELETE FROM replaced_tokens WHERE token_key IN (SELECT token_key FROM replaced_tokens
      WHERE device_id = ? ORDER BY replaced_at DESC, token_key LIMIT 1000000 OFFSET ?)`,
    id,
    MAX_REPLACED_TOKENS,
  );
}

/** A token that comes back is itself again, whatever had replaced it. */
export async function forgetReplaced(tx: Queries, token: string): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE token_key = ?', tokenKeyOf(token));
}

/** The keys that opened a device do so no more. */
export async function forgetKeys(tx: Queries, id: number): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE device_id = ? AND is_key = 1', id);
}
