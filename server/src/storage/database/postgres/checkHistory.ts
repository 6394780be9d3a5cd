import { createHash } from 'node:crypto';

import type { Client, PoolClient } from 'pg';

/** More positions than are taken between the last that a standby got and its promotion. */
const MIN_SKIPPED = 1_000_000;
/** More than a fleet takes in a millisecond: an older copy may lack what was sent in days. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED_IDS = 10_000;
const MS_PER_ID = 100;

/** SQLSTATE: no such function, not supported, not allowed, not now. */
const NOT_TOLD = new Set(['42883', '0A000', '42501', '55000']);

// A cluster has its id from initdb; each promotion and each recovery to a point in time begins a new timeline.
const CLUSTER = `(SELECT concat_ws('/', system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))
  FROM pg_control_system())`;

// A folder that is put back is the same cluster on the same timeline: but not without a start of PostgreSQL. A dump that is
// loaded needs none, and makes the table anew.
const RUN = `concat_ws('/', extract(epoch FROM pg_postmaster_start_time()), pg_relation_filenode('push_clock'))`;

// Nodes may still have connections of devices that are not in an older database: no other may get their ids. By few enough
// that ids stay dense where PostgreSQL is only started again: work is divided by them.
const SKIP_IDS = `SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass,
    COALESCE(last_value, 0) + ${MIN_SKIPPED_IDS} + COALESCE((SELECT ago FROM alive), 0) / ${MS_PER_ID}))
  FROM pg_sequences WHERE schemaname = current_schema()`;

// One statement: of several nodes that find the same, one skips positions.
const SKIP_ONCE = `WITH known AS (SELECT last FROM push_clock WHERE name = 'history'),
  alive AS (SELECT GREATEST(0, $3 - last) AS ago FROM push_clock WHERE name = 'alive-at'),
  written AS (
    INSERT INTO push_clock (name, last) VALUES ('history', $1)
      ON CONFLICT (name) DO UPDATE SET last = excluded.last WHERE push_clock.last <> excluded.last
      RETURNING (SELECT last FROM known) AS before),
  skipping AS (SELECT $2 + COALESCE((SELECT ago FROM alive), 0) * ${SKIPPED_PER_MS} AS count),
  skipped AS (
    UPDATE push_clock SET last = last + (SELECT count FROM skipping)
      WHERE name = 'position' AND EXISTS (SELECT 1 FROM written WHERE before IS NOT NULL) RETURNING last)
  SELECT last AS position, last - (SELECT count FROM skipping) AS "keptUpTo", (${SKIP_IDS}) FROM skipped`;

/** Positions that were left out. */
export interface Skip {
  /** The last that the database has given away, as far as it knows: what had a later one is lost. */
  keptUpTo: number;
  /** The one after which it goes on. */
  position: number;
}

/** What says where the data comes from: what it was, and the expression of SQL that tells it again. */
export interface History {
  text: string;
  sql: string;
}

/** Some services do not let their users know everything. */
export async function readHistory(client: Client | PoolClient): Promise<History> {
  const told: History[] = [];
  for (const sql of [CLUSTER, RUN]) {
    try {
      const { rows } = await client.query<{ text: string }>(`SELECT ${sql} AS text`);
      told.push({ sql, text: rows[0]!.text });
    } catch (error) {
      if (!NOT_TOLD.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
  const text = told.map((each) => each.text).join('/');
  const parts = told.map(({ sql }) => sql);
  return { text, sql: parts.length === 0 ? `''` : `concat_ws('/', ${parts.join(', ')})` };
}

/**
 * Looks whether a new connection leads to the same history of the data as those before. After a fail-over to a standby
 * that lagged behind, or when a backup was put back, the last positions are not there any more, and devices would take
 * what is sent under them again for repetitions: then the clock goes on far ahead. Whether PostgreSQL was only started again
 * cannot be told from that, and costs nothing but numbers. Returns what was skipped.
 */
export async function checkHistory(client: PoolClient): Promise<Skip | undefined> {
  return skipOnce(client, (await readHistory(client)).text);
}

/** Skips positions when the history is not the one that is known in the database. Returns what was skipped. */
export async function skipOnce(
  client: Client | PoolClient,
  history: string,
): Promise<Skip | undefined> {
  const digest = createHash('sha256').update(history).digest();
  const { rows } = await client.query<Skip>(SKIP_ONCE, [
    digest.readUIntBE(0, 6),
    MIN_SKIPPED,
    Date.now(),
  ]);
  const [skipped] = rows;
  return skipped && { keptUpTo: skipped.keptUpTo, position: skipped.position };
}
