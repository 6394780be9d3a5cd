import { hash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { HeldLock } from '../Database.types.ts';
import { KeyedMutex } from '../KeyedMutex.ts';
import { lockIsHeld } from '../lockIsHeld.ts';
import { Lease } from './Lease.ts';
import { readable } from './postgresFailure.ts';

const WAIT_MS = 20_000;
/** Backoff between attempts: most waits are for work of milliseconds, some for an upload. */
const PAUSES_MS = { first: 5, last: 200 };

/**
 * Locks that all nodes share: leases in a table, so that a lost node blocks nobody for long, and no connection is needed to
 * hold a lock or to wait for one. On each node, one caller at a time tries to get a lock.
 */
export class PostgresLocks {
  readonly #pool: Pool;
  readonly #onThisNode = new KeyedMutex();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  run<Result>(
    name: string,
    work: (lock: HeldLock) => Promise<Result>,
    leaseMs?: number,
  ): Promise<Result> {
    return this.#onThisNode.run(name, async () => {
      const lease = await this.#take(hash('sha256', name, 'base64url'), leaseMs);
      try {
        return await work(lease);
      } finally {
        await lease.end();
      }
    });
  }

  async #take(name: string, leaseMs: number | undefined): Promise<Lease> {
    const until = performance.now() + WAIT_MS;
    for (let pause = PAUSES_MS.first; ; pause = Math.min(2 * pause, PAUSES_MS.last)) {
      const lease = await Lease.take(this.#pool, name, randomUUID(), leaseMs).catch(
        (error: unknown) => {
          throw readable(error);
        },
      );
      if (lease) return lease;
      if (performance.now() >= until) throw lockIsHeld();
      // Jitter, so that several nodes do not try at the same time.
      await wait(pause * (0.5 + Math.random()));
    }
  }
}
