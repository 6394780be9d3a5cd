import type { SqlValue } from '../Database.types.ts';
import type { StatementCache } from './StatementCache.ts';
import type { Writer } from './Writer.types.ts';

/** The writing connection itself, on the thread that has it. */
export class LocalWriter implements Writer {
  readonly statements: StatementCache;
  readonly #onBegin: () => void;
  /** Settles when the transaction of everybody who came before has ended. */
  #ended: Promise<void> = Promise.resolve();
  #end = () => {};
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

  async begin(): Promise<void> {
    const before = this.#ended;
    let end!: () => void;
    this.#ended = new Promise((resolve) => (end = resolve));
    await before;
    this.#end = end;
    try {
      this.#onBegin();
      this.statements.run('BEGIN IMMEDIATE', []);
      this.#isInTransaction = true;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** One that failed is still to be rolled back. */
  async commit(): Promise<void> {
    this.statements.run('COMMIT', []);
    this.#isInTransaction = false;
    this.#end();
  }

  async rollback(): Promise<void> {
    try {
      this.statements.run('ROLLBACK', []);
    } finally {
      this.#isInTransaction = false;
      this.#end();
    }
  }
}
