import { MAX_REPLACED_TOKENS } from '../../operations/quotas/quotaLimits.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { isOurToken, tokenKeyOf } from './deviceToken.ts';

/** Records which device had a token before: senders that still use it reach the device, and are told the new token. */
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

/** Deletes the record of a replaced token, once it is registered again. */
export async function forgetReplaced(tx: Queries, token: string): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE token_key = ?', tokenKeyOf(token));
}

/** Revokes the keys of the tokens that a device had before. */
export async function forgetKeys(tx: Queries, id: number): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE device_id = ? AND is_key = 1', id);
}
