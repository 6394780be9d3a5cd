import type { Pool } from 'pg';

import { ApiError } from '../../../errors/ApiError.ts';
import type { HeldLock, Queries } from '../Database.types.ts';
import { DATABASE_NOW as NOW } from './databaseNow.ts';

const LEASE_MS = 5000;
const RENEWALS = 3;

const LATER = `${NOW} + CAST($3 AS BIGINT)`;
const TAKE = `INSERT INTO locks (name, holder, ends) VALUES ($1, $2, ${LATER})
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = ${LATER}
    WHERE locks.ends <= ${NOW}`;
const RENEW = `UPDATE locks SET ends = ${LATER} WHERE name = $1 AND holder = $2`;
const END = 'DELETE FROM locks WHERE name = $1 AND holder = $2';
// A row lock: whoever takes the lock over has to update the row, and waits until this transaction ends. If the node stalls,
// its transaction is ended as soon as its lease would be.
const DEMAND = 'SELECT 1 AS held FROM locks WHERE name = ? AND holder = ? FOR SHARE';

/** A lock that a node holds for some seconds, and renews while it works. */
export class Lease implements HeldLock {
  readonly #pool: Pool;
  readonly #key: [name: string, holder: string];
  readonly #leaseMs: number;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  /** By this process's clock, which continues while the process is suspended. */
  #endsAt: number;
  #isRenewing = false;

  private constructor(pool: Pool, key: [string, string], leaseMs: number, askedAt: number) {
    this.#pool = pool;
    this.#key = key;
    this.#leaseMs = leaseMs;
    this.#endsAt = askedAt + leaseMs;
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / (RENEWALS + 0.5)).unref();
  }

  /**
   * Takes a lock if it is free. `holder` is new for every attempt. If this node is lost, others get the lock after `leaseMs`,
   * plus the pause between two of their attempts.
   */
  static async take(
    pool: Pool,
    name: string,
    holder: string,
    leaseMs = LEASE_MS,
  ): Promise<Lease | undefined> {
    const askedAt = performance.now();
    const { rowCount } = await pool.query(TAKE, [name, holder, leaseMs]);
    return rowCount === 1 ? new Lease(pool, [name, holder], leaseMs, askedAt) : undefined;
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  async demand(tx: Queries): Promise<void> {
    if (!(await tx.get(DEMAND, ...this.#key))) throw isLost();
  }

  /** Releases the lock. If that fails, it expires. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#pool.query(END, this.#key).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const askedAt = performance.now();
    if (askedAt >= this.#endsAt) return this.#lose();
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      const { rowCount } = await this.#pool.query(RENEW, [...this.#key, this.#leaseMs]);
      if (rowCount === 1) this.#endsAt = askedAt + this.#leaseMs;
      else this.#lose();
    } catch {
      // Renewal is retried until the lease has expired.
    } finally {
      this.#isRenewing = false;
    }
  }

  #lose(): void {
    clearInterval(this.#renewal);
    this.#lost.abort(isLost());
  }
}

function isLost(): ApiError {
  const detail = 'This server stood still for too long: somebody else may be at the same thing.';
  return new ApiError('unavailable', detail, { retryAfterSeconds: 1 });
}
