import type { Client } from 'pg';

/** A normalized statement and how often it was executed. */
export interface Statement {
  text: string;
  calls: number;
  rows: number;
}

/** The statistics of PostgreSQL since {@link forgetStatements}. */
interface DatabaseFigures {
  statements: Statement[];
  walBytes: number;
}

let walFrom = '0/0';

export async function forgetStatements(client: Client): Promise<void> {
  await client.query('SELECT pg_stat_statements_reset()');
  const { rows } = await client.query<{ at: string }>('SELECT pg_current_wal_insert_lsn() AS at');
  walFrom = rows[0]!.at;
}

export async function readStatements(client: Client): Promise<DatabaseFigures> {
  const { rows } = await client.query<{ text: string; calls: string; rows: string }>(
    `SELECT query AS text, sum(calls) AS calls, sum(rows) AS rows
      FROM pg_stat_statements GROUP BY query ORDER BY sum(calls) DESC`,
  );
  const wal = await client.query<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) AS bytes',
    [walFrom],
  );
  return {
    statements: rows
      .filter(({ text }) => !text.includes('pg_stat_statements'))
      .map((row) => ({ text: row.text, calls: Number(row.calls), rows: Number(row.rows) })),
    walBytes: Number(wal.rows[0]!.bytes),
  };
}

/** Repeatedly locks the row of the message clock, and returns the waiting times in milliseconds. */
export async function waitsForClock(client: Client, seconds: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const start = performance.now();
    await client.query(`SELECT last FROM push_clock WHERE name = 'position' FOR UPDATE`);
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}
