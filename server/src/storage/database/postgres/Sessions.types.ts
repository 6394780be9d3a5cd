import type { Pool, PoolClient } from 'pg';

import type { PostgresChanges } from './PostgresChanges.ts';

/** The PostgreSQL sessions that a server uses: its own, or those of a pooler. */
export interface Sessions {
  readonly pool: Pool;
  /** A separate pool, so that messages only wait for the clock and not for other work. */
  readonly numberPool: Pool;
  readonly changes: PostgresChanges;
  /** Begins a transaction that PostgreSQL ends if its node stalls. */
  begin(client: PoolClient): Promise<void>;
  /**
   * Runs a statement that takes numbers, with retries. It gets an additional condition, if any, and returns undefined if the
   * condition does not hold.
   */
  takeNumbers<Result>(take: (provided?: string) => Promise<Result | undefined>): Promise<Result>;
  close(): Promise<void>;
}
