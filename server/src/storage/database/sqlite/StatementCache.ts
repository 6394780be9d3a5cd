import type { SqlValue } from '../Database.types.ts';
import type { SqliteConnection } from './openSqlite.ts';

type Statement = ReturnType<SqliteConnection['prepare']>;

/** A statement and the names of its columns. */
interface Prepared {
  statement: Statement;
  names: readonly string[];
}

/** Runs statements on one connection and caches prepared ones: statements are constants, so their number is bounded. */
export class StatementCache {
  // Keeps the connection alive: the engine's package crashes when it is collected before its statements.
  readonly connection: SqliteConnection;
  readonly #statements = new Map<string, Prepared>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  all(sql: string, parameters: SqlValue[]): object[] {
    const { statement, names } = this.#prepared(sql);
    const rows = statement.all(...parameters) as unknown as SqlValue[][];
    return rows.map((values) => rowOf(names, values));
  }

  get(sql: string, parameters: SqlValue[]): object | undefined {
    const { statement, names } = this.#prepared(sql);
    const values = statement.get(...parameters) as SqlValue[] | undefined;
    return values && rowOf(names, values);
  }

  run(sql: string, parameters: SqlValue[]): number {
    return this.#prepared(sql).statement.run(...parameters).changes;
  }

  runMany(sql: string, rows: readonly SqlValue[][]): void {
    const { statement } = this.#prepared(sql);
    for (const row of rows) statement.run(...row);
  }

  close(): void {
    this.#statements.clear();
    this.connection.close();
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.connection.prepare(sql);
      statement.setReturnArrays(true);
      prepared = { statement, names: statement.columns().map(({ name }) => name) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

/**
 * A row as an object. The engine's own row objects have no prototype and no shared shape, which costs more than reading
 * the row, and again at every property access.
 */
function rowOf(names: readonly string[], values: readonly SqlValue[]): object {
  const row: Record<string, SqlValue> = {};
  for (let index = 0; index < names.length; index++) row[names[index]!] = values[index]!;
  return row;
}
