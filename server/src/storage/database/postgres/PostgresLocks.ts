import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

import type { Pool, PoolClient } from 'pg';

import { KeyedMutex } from '../KeyedMutex.ts';
import { readable } from './postgresFailure.ts';

interface Session {
  client: PoolClient;
  /** It may still hold a lock, and must not return to the pool. */
  spoilt: boolean;
}

/**
 * Advisory locks that all nodes share. A node queues for a name with one connection, however many callers wait, and a
 * nested lock is taken on the connection that its caller holds already: callers that hold one connection and wait for a
 * second could otherwise use up the pool and deadlock.
 */
export class PostgresLocks {
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #onThisNode = new KeyedMutex();
  readonly #sessions = new AsyncLocalStorage<Session>();

  constructor(pool: Pool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
  }

  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return this.#onThisNode.run(name, () => {
      const outer = this.#sessions.getStore();
      return outer ? this.#hold(outer, name, work) : this.#holdOnNew(name, work);
    });
  }

  async #holdOnNew<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw readable(error);
    });
    const session = { client, spoilt: false };
    try {
      return await this.#sessions.run(session, () => this.#hold(session, name, work));
    } finally {
      client.release(session.spoilt);
    }
  }

  async #hold<Result>(
    session: Session,
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const key = lockKey(this.#schema, name);
    try {
      await session.client.query('SELECT pg_advisory_lock($1, $2)', key);
    } catch (error) {
      session.spoilt = true;
      throw readable(error);
    }
    try {
      return await work();
    } finally {
      await session.client
        .query('SELECT pg_advisory_unlock($1, $2)', key)
        .catch(() => (session.spoilt = true));
    }
  }
}

/** Advisory locks are numbers, shared by the whole database: the name is hashed together with the schema. */
export function lockKey(schema: string, name: string): [number, number] {
  const hash = createHash('sha256').update(`${schema}\0${name}`).digest();
  return [hash.readInt32BE(0), hash.readInt32BE(4)];
}
