import type { Database, Queries, SqlValue } from './Database.types.ts';

/** One change of many rows, in the way of each engine: row by row without a trip, or all rows in one. */
export interface Update {
  /** For one row. */
  sqlite: string;
  /** For a list of rows in JSON, which it calls `given`. */
  postgres: string;
}

/**
 * The statement for PostgreSQL. Rows are locked in one order: nodes that do so never wait for each other. No key changes, so
 * that whoever refers to a row does not wait either.
 */
export function inOneStatement(update: {
  table: string;
  /** Of the rows that are given. */
  columns: string;
  set: string;
  /** Which row of the table each of the given ones is for. */
  same: string;
  order: string;
}): string {
  const { table, columns, set, same, order } = update;
  return `WITH given AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(CAST(? AS JSONB)) AS row (${columns})),
    locked AS MATERIALIZED (
      SELECT 1 FROM ${table}, given WHERE ${same} ORDER BY ${order} FOR NO KEY UPDATE OF ${table})
    UPDATE ${table} SET ${set} FROM given WHERE ${same} AND (SELECT COUNT(*) FROM locked) > 0`;
}

/** Changes many rows; of the two lists only the engine's own is made. */
export async function updateRows(
  tx: Queries,
  engine: Database['engine'],
  update: Update,
  rows: { sqlite: () => SqlValue[][]; postgres: () => readonly object[] },
): Promise<void> {
  if (engine === 'sqlite') return tx.runMany(update.sqlite, rows.sqlite());
  const given = rows.postgres();
  if (given.length > 0) await tx.run(update.postgres, JSON.stringify(given));
}
