import type { Queries } from '../Database.types.ts';
import { SKIPPED_IDS } from './fillTables.ts';

/** Skips ids in every table that generates them: the next ones may have been used before the backup was restored. */
export async function skipSqliteIds(tx: Queries): Promise<void> {
  await tx.run('UPDATE sqlite_sequence SET seq = seq + ?', SKIPPED_IDS);
  // Tables that never had a row are missing there.
  await tx.run(
    `INSERT INTO sqlite_sequence (name, seq) SELECT m.name, ? FROM sqlite_master m
      WHERE m.type = 'table' AND m.sql LIKE '%AUTOINCREMENT%'
        AND NOT EXISTS (SELECT 1 FROM sqlite_sequence s WHERE s.name = m.name)`,
    SKIPPED_IDS,
  );
}
