import { createHash } from 'node:crypto';

import type { PoolClient } from 'pg';

/** More positions than are taken between the last that a standby got and its promotion. */
const SKIPPED = 1_000_000;

/** SQLSTATE: no such function, not supported, not allowed, not now. */
const NOT_TOLD = new Set(['42883', '0A000', '42501', '55000']);

// A cluster has its id from initdb; each promotion and each recovery to a point in time begins a new timeline.
const HISTORY = `SELECT system_identifier::text AS cluster, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline
  FROM pg_control_system()`;

// One statement: of several nodes that find the same, one skips positions.
const SKIP_ONCE = `WITH known AS (SELECT last FROM push_clock WHERE name = 'history'),
  written AS (
    INSERT INTO push_clock (name, last) VALUES ('history', $1)
      ON CONFLICT (name) DO UPDATE SET last = excluded.last WHERE push_clock.last <> excluded.last
      RETURNING (SELECT last FROM known) AS before),
  skipped AS (
    UPDATE push_clock SET last = last + $2
      WHERE name = 'position' AND EXISTS (SELECT 1 FROM written WHERE before IS NOT NULL) RETURNING last)
  SELECT last FROM skipped`;

interface History {
  cluster: string;
  timeline: string;
}

/** Some services do not let their users know: then nothing is known of it. */
async function readHistory(client: PoolClient): Promise<History | undefined> {
  try {
    return (await client.query<History>(HISTORY)).rows[0];
  } catch (error) {
    if (NOT_TOLD.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Looks whether a new connection leads to the same history of the data as those before. After a fail-over to a standby
 * that lagged behind, or when a backup was put back, the last positions are not there any more, and devices would take
 * what is sent under them again for repetitions: then the clock goes on far ahead. Gives the position if it did.
 */
export async function checkHistory(client: PoolClient): Promise<number | undefined> {
  const history = await readHistory(client);
  if (!history) return undefined;
  const { cluster, timeline } = history;
  const digest = createHash('sha256').update(`${cluster}/${timeline}`).digest();
  const { rows } = await client.query<{ last: number }>(SKIP_ONCE, [
    digest.readUIntBE(0, 6),
    SKIPPED,
  ]);
  return rows[0]?.last;
}
