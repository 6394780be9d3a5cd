import type { SqlValue } from '../Database.types.ts';
import type { LocalWriter } from './LocalWriter.ts';
import type { StatementCache } from './StatementCache.ts';

/**
 * Reads on the writer thread. A commit invalidates the page caches of all connections except the one that made it, so the
 * writing connection is used for reads, unless it has an open transaction, which must not be visible to others. The reads
 * of one turn of the event loop share a read transaction.
 */
export class WriterThreadReader {
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
