import { escapeLiteral, type Pool } from 'pg';

import { type Skip, readHistory, skipOnce } from './checkHistory.ts';

/**
 * The history of the data behind a pooler, which may connect to another PostgreSQL while this server's own connections to
 * the pooler stay open. So it is checked with every statement that depends on it, and not once per connection.
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

  /** An SQL condition that holds as long as the history is the one that this server knows. */
  get isSame(): string {
    return `${this.sql} = ${escapeLiteral(this.#known)}`;
  }

  isKnown(found: string | undefined): boolean {
    return found === this.#known;
  }

  /** Reads it again, and skips positions if it has changed. */
  async look(): Promise<void> {
    const client = await this.#pool.connect();
    let skip: Skip | undefined;
    try {
      // One transaction, so that all statements get the same session.
      await client.query('BEGIN');
      const { rows } = await client.query<{ found: string }>(`SELECT ${this.sql} AS found`);
      skip = await skipOnce(client, rows[0]!.found);
      await client.query('COMMIT');
      this.#known = rows[0]!.found;
      client.release();
    } catch (error) {
      // The pooler rolls back an open transaction of a closed connection.
      client.release(true);
      throw error;
    }
    if (skip) this.#onSkipped?.(skip);
  }
}
