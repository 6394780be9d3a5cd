import { randomUUID } from 'node:crypto';

import type { PoolClient } from 'pg';

import { ChangeFeed } from '../ChangeFeed.ts';
import type { Change } from '../Database.types.ts';
import { DATABASE_NOW } from './databaseNow.ts';

/** What a change is told by to nodes that listen. */
export const CHANGE_CHANNEL = 'host_changes';
/** The number of the transaction that a statement belongs to. */
export const OWN_TRANSACTION = 'pg_current_xact_id()::text::bigint';

const NOTIFY = `WITH kept AS (INSERT INTO told_changes (tx, at, node, topic, key)
    VALUES (${OWN_TRANSACTION}, ${DATABASE_NOW}, $3, $4, $5))
  SELECT pg_notify($1, $2)`;

/** The news of changes between nodes that share PostgreSQL: each tells all, whether they listen or look into the table. */
export abstract class PostgresChanges extends ChangeFeed {
  /** A node learns of its own changes at the commit, not from the database. */
  protected readonly node = randomUUID();
  protected readonly schema: string;

  /** @param schema installations in one database ignore each other's changes */
  constructor(schema: string) {
    super();
    this.schema = schema;
  }

  /** Hears of changes from now on. Listeners are told to look at everything again. */
  abstract connect(): Promise<void>;
  /** Tells the other nodes at once what they may miss. */
  abstract tell(changes: readonly Change[]): Promise<void>;
  abstract close(): Promise<void>;

  /** Tells the other nodes, when the transaction of `client` is committed. */
  async notify(client: PoolClient, change: Change): Promise<void> {
    const { topic, key } = change;
    await client.query(NOTIFY, [CHANGE_CHANNEL, this.textOf(change), this.node, topic, key]);
  }

  protected textOf(change: Change): string {
    return JSON.stringify({ ...change, schema: this.schema, node: this.node });
  }
}
