import { randomUUID } from 'node:crypto';

import type { PoolClient } from 'pg';

import { ChangeFeed } from '../ChangeFeed.ts';
import type { Change } from '../Database.types.ts';
import { DATABASE_NOW } from './databaseNow.ts';

/** The NOTIFY channel for changes. */
export const CHANGE_CHANNEL = 'host_changes';
/** The number of the transaction that a statement belongs to. */
export const OWN_TRANSACTION = 'pg_current_xact_id()::text::bigint';

const NOTIFY = `WITH kept AS (INSERT INTO told_changes (tx, at, node, topic, key)
    VALUES (${OWN_TRANSACTION}, ${DATABASE_NOW}, $3, $4, $5))
  SELECT pg_notify($1, $2)`;

/** Change notifications between nodes that share PostgreSQL. They go both ways, to nodes that listen and those that poll. */
export abstract class PostgresChanges extends ChangeFeed {
  /** Identifies this node, which learns of its own changes at the commit and not from the database. */
  protected readonly node = randomUUID();
  protected readonly schema: string;

  /** @param schema separates installations in the same database */
  constructor(schema: string) {
    super();
    this.schema = schema;
  }

  /** Starts receiving changes. Listeners are told to drop their caches. */
  abstract connect(): Promise<void>;
  /** Notifies the other nodes at once. These notifications may get lost. */
  abstract tell(changes: readonly Change[]): Promise<void>;
  abstract close(): Promise<void>;

  /** Notifies the other nodes once the transaction of `client` is committed. */
  async notify(client: PoolClient, change: Change): Promise<void> {
    const { topic, key } = change;
    await client.query(NOTIFY, [CHANGE_CHANNEL, this.textOf(change), this.node, topic, key]);
  }

  /**
   * Part of a larger statement that notifies the other nodes once it is committed, if it has rows in a table. It returns a
   * row if it does.
   */
  stepThatNotifies(change: Change, table: string): { sql: string; parameters: string[] } {
    const { topic, key } = change;
    const sql = `INSERT INTO told_changes (tx, at, node, topic, key)
      SELECT ${OWN_TRANSACTION}, ${DATABASE_NOW}, ?, ?, ? FROM (SELECT 1 FROM ${table} LIMIT 1) AS once
      RETURNING pg_notify(?, ?)`;
    return { sql, parameters: [this.node, topic, key, CHANGE_CHANNEL, this.textOf(change)] };
  }

  protected textOf(change: Change): string {
    return JSON.stringify({ ...change, schema: this.schema, node: this.node });
  }
}
