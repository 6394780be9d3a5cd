import type { SqlValue } from '../Database.types.ts';
import type { SqliteConnection } from './openSqlite.ts';

type Statement = ReturnType<SqliteConnection['prepare']>;

/** Runs statements on one connection and keeps each prepared: statements are constants, so their number is bounded. */
export class StatementCache {
  // Held for its lifetime: the engine's package crashes when a connection is collected before its statements.
  readonly connection: SqliteConnection;
  readonly #statements = new Map<string, Statement>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  all(sql: string, parameters: SqlValue[]): object[] {
    return this.#prepared(sql).all(...parameters) as object[];
  }

  get(sql: string, parameters: SqlValue[]): object | undefined {
    return this.#prepared(sql).get(...parameters) as object | undefined;
  }

  run(sql: string, parameters: SqlValue[]): number {
    return this.#prepared(sql).run(...parameters).changes;
  }

  runMany(sql: string, rows: readonly SqlValue[][]): void {
    const statement = this.#prepared(sql);
    for (const row of rows) statement.run(...row);
  }

  close(): void {
    this.#statements.clear();
    this.connection.close();
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
