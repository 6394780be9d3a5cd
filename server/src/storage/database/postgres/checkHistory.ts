import { createHash } from 'node:crypto';

import type { Client, PoolClient } from 'pg';

/** More positions than are taken between a standby's last replicated one and its promotion. */
const MIN_SKIPPED = 1_000_000;
/** More than a fleet takes in a millisecond: an older copy may lack the messages of days. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED_IDS = 10_000;
const MS_PER_ID = 100;

/** SQLSTATE: no such function, not supported, not allowed, not now. */
const NOT_TOLD = new Set(['42883', '0A000', '42501', '55000']);

// A cluster has its id from initdb; each promotion and each recovery to a point in time begins a new timeline.
const CLUSTER = `(SELECT concat_ws('/', system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))
  FROM pg_control_system())`;

// A restored data folder is the same cluster on the same timeline, but requires a restart of PostgreSQL. A restored dump
// does not, but creates the table anew.
const RUN = `concat_ws('/', extract(epoch FROM pg_postmaster_start_time()), pg_relation_filenode('push_clock'))`;

// Nodes may still have connections of devices that an older copy does not contain, so their ids must not be reused. The step
// is small enough that ids stay dense when PostgreSQL is merely restarted: work is partitioned by ids.
const SKIP_IDS = `SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass,
    COALESCE(last_value, 0) + ${MIN_SKIPPED_IDS} + COALESCE((SELECT ago FROM alive), 0) / ${MS_PER_ID}))
  FROM pg_sequences WHERE schemaname = current_schema()`;

// A single statement, so that of several nodes that notice it, only one skips positions.
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

/** Skipped positions. */
export interface Skip {
  /** The last position that the database knows of: messages with later ones are lost. */
  keptUpTo: number;
  /** The position after which it continues. */
  position: number;
}

/** Identifies the history of the data: the value that was read, and the SQL expression that returns it. */
export interface History {
  text: string;
  sql: string;
}

/** Reads the history; some hosted services restrict what their users can read. */
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
 * Checks whether a new connection leads to the same history of the data as earlier ones. After a failover to a standby that
 * lagged behind, or when a backup was restored, the last positions are missing, and devices would drop messages with reused
 * ones as duplicates: then the clock skips far ahead. A mere restart of PostgreSQL looks the same, and only costs some
 * numbers. Returns what was skipped.
 */
export async function checkHistory(client: PoolClient): Promise<Skip | undefined> {
  return skipOnce(client, (await readHistory(client)).text);
}

/** Skips positions if the history differs from the one recorded in the database. Returns what was skipped. */
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
