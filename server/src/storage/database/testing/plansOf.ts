import type { Database, Queries } from '../Database.types.ts';

/** The query plans of every statement that a function runs; all its queries return nothing. */
export async function plansOf(db: Database, ask: (db: Queries) => unknown): Promise<string[]> {
  const asked: { sql: string; values: unknown[] }[] = [];
  const note =
    <Answer>(answer: Answer) =>
    async (sql: string, ...values: unknown[]) => {
      asked.push({ sql, values });
      return answer;
    };
  await ask({ all: note([]), get: note(undefined) } as unknown as Queries);
  const isPostgres = db.engine === 'postgres';
  return db.transaction(async (tx) => {
    // Small tables are scanned and sorted whatever indexes exist; if that happens although it is disabled, an index is missing.
    if (isPostgres) await tx.run('SET LOCAL enable_seqscan = off');
    if (isPostgres) await tx.run('SET LOCAL enable_sort = off');
    const plans: string[] = [];
    for (const { sql, values } of asked) {
      const rows = await tx.all<Record<string, unknown>>(
        `${isPostgres ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${sql}`,
        ...(values as string[]),
      );
      plans.push(rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n'));
    }
    return plans;
  });
}
