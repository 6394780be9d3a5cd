import type { Database, Queries } from '../Database.types.ts';

/** How the database would answer each thing that a function asks; everything that it asks for is not there. */
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
    // A handful of rows is quicker to read whole and to sort: what is done although that is dear has no index.
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
