import type { Queries } from '../../storage/database/Database.types.ts';

export async function insertDeadLetter(
  tx: Queries,
  letter: { messageId: number; deviceId: number; transport: string; reason: string; at: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO push_dead_letters (message_id, device_id, transport, reason, at)
      VALUES (?, ?, ?, ?, ?)`,
    letter.messageId,
    letter.deviceId,
    letter.transport,
    letter.reason,
    letter.at,
  );
}

export function deleteOldLetters(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    'DELETE FROM push_dead_letters WHERE id IN (SELECT id FROM push_dead_letters WHERE at < ? ORDER BY at LIMIT ?)',
    before,
    limit,
  );
}
