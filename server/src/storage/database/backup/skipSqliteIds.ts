import type { Queries } from '../Database.types.ts';
import { SKIPPED_IDS } from './fillTables.ts';

/** Leaves out ids in every table that gives them by itself: those that follow may be known outside already. */
export async function skipSqliteIds(tx: Queries): Promise<void> {
  await tx.run('UPDATE sqlite_sequence SET seq = seq + ?', SKIPPED_IDS);
  // A table that never had a row is not in there.
  await tx.run(
    `INSERT INTO sqlite_sequence (name, seq) SELECT m.name, ? FROM sqlite_master m
      WHERE m.type = 'table' AND m.sql LIKE '%AUTOINCREMENT%'
        AND NOT EXISTS (SELECT 1 FROM sqlite_sequence s WHERE s.name = m.name)`,
    SKIPPED_IDS,
  );
}
