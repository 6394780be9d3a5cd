import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';

/** Runs statements on a database whose server is stopped; SQL that both engines speak. */
export interface Filler {
  /** The clause before the values of an insert with explicit ids. */
  givingIds: string;
  run(sql: string, values?: readonly Value[]): Promise<void>;
  first(sql: string): Promise<Record<string, Value>>;
  close(): Promise<void>;
}

type Value = string | number | null;

export function fillerOfFile(path: string): Filler {
  const database = new DatabaseSync(path);
  // Durability does not matter: the data is deleted afterwards, and only reads are measured.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  return {
    givingIds: '',
    run: async (sql, values = []) => void database.prepare(sql).run(...values),
    first: async (sql) => database.prepare(sql).get() as Record<string, Value>,
    async close() {
      database.exec('ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

export async function fillerOfPostgres(url: string): Promise<Filler> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  return {
    givingIds: 'OVERRIDING SYSTEM VALUE',
    run: async (sql, values = []) => {
      let place = 0;
      await client.query(
        sql.replaceAll('?', () => `$${++place}`),
        [...values],
      );
    },
    first: async (sql) => (await client.query<Record<string, Value>>(sql)).rows[0]!,
    async close() {
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  };
}

const NUMBERS = (from: number, to: number) =>
  `WITH RECURSIVE numbers (n) AS (
    SELECT CAST(${from} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`;
const AT_ONCE = 200_000;

/**
 * Copies the only row of a table many times; `changed` sets the columns that differ, in terms of `n`. All others are as the
 * code wrote them.
 */
export async function copyRow(
  filler: Filler,
  table: string,
  { from, to, changed }: { from: number; to: number; changed: Readonly<Record<string, string>> },
): Promise<void> {
  const row = await filler.first(`SELECT * FROM ${table} LIMIT 1`);
  const columns = Object.keys(row).filter((name) => row[name] !== null || name in changed);
  const values = columns.map((name) => changed[name] ?? literal(row[name]!));
  for (let start = from; start <= to; start += AT_ONCE) {
    const numbers = NUMBERS(start, Math.min(to, start + AT_ONCE - 1));
    await filler.run(
      `INSERT INTO ${table} (${columns.join(', ')}) ${filler.givingIds} ${numbers} SELECT ${values.join(', ')} FROM numbers`,
    );
  }
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
