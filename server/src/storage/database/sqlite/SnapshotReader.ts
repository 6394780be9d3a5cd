import type { SqlValue } from '../Database.types.ts';
import type { StatementCache } from './StatementCache.ts';

/**
 * Reads of one turn of the event loop see the same state, and share what it takes to begin a read. Only for the thread
 * that commits: it ends what is open at every commit, so that nobody misses what they know to be stored.
 */
export class SnapshotReader {
  readonly #statements: StatementCache;
  readonly #endOfTurn = () => this.end();
  #isOpen = false;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  all(sql: string, parameters: SqlValue[]): object[] {
    this.#begin();
    return this.#statements.all(sql, parameters);
  }

  get(sql: string, parameters: SqlValue[]): object | undefined {
    this.#begin();
    return this.#statements.get(sql, parameters);
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.run('COMMIT', []);
  }

  close(): void {
    this.end();
    this.#statements.close();
  }

  #begin(): void {
    if (this.#isOpen) return;
    this.#statements.run('BEGIN', []);
    this.#isOpen = true;
    setImmediate(this.#endOfTurn);
  }
}
