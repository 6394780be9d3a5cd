import type { Pool, PoolClient } from 'pg';

import type { PostgresChanges } from './PostgresChanges.ts';

/** The PostgreSQL sessions that a server works with: its own, or those of a pooler. */
export interface Sessions {
  readonly pool: Pool;
  /** Messages wait for the clock, and for no other work. */
  readonly numberPool: Pool;
  readonly changes: PostgresChanges;
  /** Begins a transaction that ends when its node stands still. */
  begin(client: PoolClient): Promise<void>;
  /**
   * Runs a statement that takes numbers, as often as is necessary. It is given what has to hold besides, if anything, and
   * gives undefined when that does not hold.
   */
  takeNumbers<Result>(take: (provided?: string) => Promise<Result | undefined>): Promise<Result>;
  close(): Promise<void>;
}
