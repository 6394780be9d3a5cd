import type { Pool } from 'pg';

import { deleteOldChanges } from '../changeRows.ts';
import type { Change } from '../Database.types.ts';
import { DATABASE_NOW } from './databaseNow.ts';
import type { PooledHistory } from './PooledHistory.ts';
import { OWN_TRANSACTION, PostgresChanges } from './PostgresChanges.ts';
import { queriesOn } from './queriesOn.ts';

const LOOK_EVERY_MS = 200;
const KEEP_MS = 30_000;
/** After this long without a poll, changes may have been missed, since old ones are deleted. */
const MISSED_AFTER_MS = 20_000;
const DELETE_EVERY_MS = 3000;
const DELETE_AT_ONCE = 10_000;

const TELL = `INSERT INTO told_changes (tx, at, node, topic, key)
  SELECT ${OWN_TRANSACTION}, ${DATABASE_NOW}, $1, told.* FROM unnest($2::text[], $3::text[]) AS told`;

interface Look {
  /** The oldest transaction in progress: changes of earlier ones are visible. */
  oldest: number;
  now: number;
  history: string;
  /** All null if there is no change. */
  id: number | null;
  topic: string | null;
  key: string | null;
}

/**
 * Polls for the changes of other nodes, behind a pooler, where LISTEN does not work. A transaction that began earlier may be
 * committed later: each poll starts at the oldest transaction that was in progress at the previous one.
 */
export class PostgresChangePoller extends PostgresChanges {
  readonly #pool: Pool;
  readonly #history: PooledHistory;
  #from = 0;
  #heard: ReadonlySet<number> = new Set();
  #lookedAt = 0;
  #deletesAt = 0;
  #isAway = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  /** @param pool a dedicated connection for polling */
  constructor(pool: Pool, schema: string, history: PooledHistory) {
    super(schema);
    this.#pool = pool;
    this.#history = history;
  }

  async connect(): Promise<void> {
    await this.#look();
    this.emit(undefined);
    this.#next();
  }

  async tell(changes: readonly Change[]): Promise<void> {
    const topics = changes.map(({ topic }) => topic);
    const keys = changes.map(({ key }) => key);
    await this.#pool.query(TELL, [this.node, topics, keys]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #next(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#lookAgain();
    }, LOOK_EVERY_MS).unref();
  }

  async #lookAgain(): Promise<void> {
    try {
      const isLate = performance.now() - this.#lookedAt > MISSED_AFTER_MS;
      await this.#look();
      if (this.#isAway || isLate) this.emit(undefined);
      this.#isAway = false;
    } catch {
      // When the database is back, it may be an older copy.
      if (!this.#isAway) this.emit(undefined);
      this.#isAway = true;
    }
    this.#next();
  }

  async #look(): Promise<void> {
    const began = performance.now();
    const { rows } = await this.#pool.query<Look>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest, ${DATABASE_NOW} AS now,
        ${this.#history.sql} AS history, told.id, told.topic, told.key
        FROM (SELECT 1) AS once LEFT JOIN told_changes AS told ON told.tx >= $1 AND told.node <> $2
        ORDER BY told.id`,
      [this.#from, this.node],
    );
    const { oldest, now, history } = rows[0]!;
    if (!this.#history.isKnown(history)) {
      await this.#history.look();
      // Its transaction ids may be lower, as those of the lost copy are reused.
      this.#from = 0;
      this.#heard = new Set();
      return this.emit(undefined);
    }
    const heard = this.#heard;
    this.#from = oldest;
    this.#heard = new Set(rows.flatMap(({ id }) => id ?? []));
    this.#lookedAt = began;
    for (const { id, topic, key } of rows) {
      if (id !== null && !heard.has(id)) this.emit({ topic: topic!, key: key! });
    }
    if (now >= this.#deletesAt) {
      this.#deletesAt = now + DELETE_EVERY_MS;
      await deleteOldChanges(queriesOn(this.#pool), now - KEEP_MS, DELETE_AT_ONCE);
    }
  }
}
