import type { SqlValue } from '../Database.types.ts';
import type { LocalWriter } from './LocalWriter.ts';
import type { StatementCache } from './StatementCache.ts';

/**
 * Reads on the thread that writes. Every commit empties the page caches of all connections but the one that made it:
 * that one is read with, unless somebody's transaction is open on it, of which nobody else may see anything. The reads
 * of one turn of the event loop share what it takes to begin a read.
 */
export class BesideReader {
  readonly #writer: LocalWriter;
  readonly #apart: StatementCache;
  readonly #endOfTurn = () => this.end();
  #isReading = false;

  /** @param apart another connection to the same database */
  constructor(writer: LocalWriter, apart: StatementCache) {
    this.#writer = writer;
    this.#apart = apart;
  }

  all(sql: string, parameters: SqlValue[]): object[] {
    return this.#begin().all(sql, parameters);
  }

  get(sql: string, parameters: SqlValue[]): object | undefined {
    return this.#begin().get(sql, parameters);
  }

  /** To be called before a transaction begins on the writing connection. */
  end(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#writer.statements.run('COMMIT', []);
  }

  close(): void {
    this.end();
    this.#apart.close();
  }

  #begin(): StatementCache {
    const { isInTransaction, statements } = this.#writer;
    if (isInTransaction) return this.#apart;
    if (!this.#isReading) {
      statements.run('BEGIN', []);
      this.#isReading = true;
      setImmediate(this.#endOfTurn);
    }
    return statements;
  }
}
