import type { SqlValue } from '../Database.types.ts';
import type { StatementCache } from './StatementCache.ts';
import type { Writer } from './Writer.types.ts';
import { WriterTurns } from './WriterTurns.ts';

/** The writing connection, on its own thread. */
export class LocalWriter implements Writer {
  readonly statements: StatementCache;
  readonly #onBegin: () => void;
  readonly #turns = new WriterTurns();
  #isInTransaction = false;

  /** @param onBegin is called before a transaction begins */
  constructor(statements: StatementCache, onBegin: () => void) {
    this.statements = statements;
    this.#onBegin = onBegin;
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  async all<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return this.statements.all(sql, parameters) as Row[];
  }

  async get<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return this.statements.get(sql, parameters) as Row | undefined;
  }

  async run(sql: string, ...parameters: SqlValue[]): Promise<number> {
    return this.statements.run(sql, parameters);
  }

  async runMany(sql: string, rows: readonly SqlValue[][]): Promise<void> {
    this.statements.runMany(sql, rows);
  }

  begin(): Promise<void> {
    return this.#begin(false);
  }

  /** The same connection, with priority over all other waiting transactions. */
  first(): Writer {
    return {
      all: (sql, ...parameters) => this.all(sql, ...parameters),
      get: (sql, ...parameters) => this.get(sql, ...parameters),
      run: (sql, ...parameters) => this.run(sql, ...parameters),
      runMany: (sql, rows) => this.runMany(sql, rows),
      begin: () => this.#begin(true),
      commit: () => this.commit(),
      rollback: () => this.rollback(),
    };
  }

  async #begin(isFirst: boolean): Promise<void> {
    await this.#turns.take(isFirst);
    try {
      this.#onBegin();
      this.statements.run('BEGIN IMMEDIATE', []);
      this.#isInTransaction = true;
    } catch (error) {
      this.#turns.end();
      throw error;
    }
  }

  /** A commit that failed still has to be rolled back. */
  async commit(): Promise<void> {
    this.statements.run('COMMIT', []);
    this.#isInTransaction = false;
    this.#turns.end();
  }

  async rollback(): Promise<void> {
    try {
      this.statements.run('ROLLBACK', []);
    } finally {
      this.#isInTransaction = false;
      this.#turns.end();
    }
  }
}
