import type { Queries, SqlValue } from '../../storage/database/Database.types.ts';

const ROWS_AT_ONCE = 200;

/** The rows of an ordered query, read in pages, so that only few are in memory at a time. */
export async function* readPages(
  db: Queries,
  sql: string,
  ...parameters: SqlValue[]
): AsyncGenerator<Record<string, SqlValue>> {
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await db.all<Record<string, SqlValue>>(
      `${sql} LIMIT ? OFFSET ?`,
      ...parameters,
      ROWS_AT_ONCE,
      offset,
    );
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
