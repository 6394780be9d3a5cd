import { escapeLiteral, type Pool } from 'pg';

import { type Skip, readHistory, skipOnce } from './checkHistory.ts';

/**
 * Where the data comes from, when a pooler lends sessions: it may connect to another PostgreSQL while this server's own
 * connections, to the pooler, stay as they are. So it is looked at with what depends on it, and not once for a connection.
 */
export class PooledHistory {
  readonly #pool: Pool;
  readonly #onSkipped: ((skip: Skip) => void) | undefined;
  #known: string;
  /** The SQL expression that identifies it. */
  readonly sql: string;

  private constructor(
    pool: Pool,
    { sql, text, onSkipped }: { sql: string; text: string; onSkipped?: (skip: Skip) => void },
  ) {
    this.#pool = pool;
    this.#onSkipped = onSkipped;
    this.#known = text;
    this.sql = sql;
  }

  /** Reads it for the first time, once the tables exist. */
  static async open(pool: Pool, onSkipped?: (skip: Skip) => void): Promise<PooledHistory> {
    const client = await pool.connect();
    const found = await readHistory(client).finally(() => client.release());
    const history = new PooledHistory(pool, { ...found, ...(onSkipped && { onSkipped }) });
    await history.look();
    return history;
  }

  /** A condition in SQL that holds as long as the history is the one that this server knows. */
  get isSame(): string {
    return `${this.sql} = ${escapeLiteral(this.#known)}`;
  }

  isKnown(found: string | undefined): boolean {
    return found === this.#known;
  }

  /** Looks at it again, and skips positions where it is another one. */
  async look(): Promise<void> {
    const client = await this.#pool.connect();
    let skip: Skip | undefined;
    try {
      // In one transaction, which is one session.
      await client.query('BEGIN');
      const { rows } = await client.query<{ found: string }>(`SELECT ${this.sql} AS found`);
      skip = await skipOnce(client, rows[0]!.found);
      await client.query('COMMIT');
      this.#known = rows[0]!.found;
      client.release();
    } catch (error) {
      // The pooler rolls back what its client left.
      client.release(true);
      throw error;
    }
    if (skip) this.#onSkipped?.(skip);
  }
}
