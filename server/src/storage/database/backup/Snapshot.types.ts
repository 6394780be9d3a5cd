import type { SqlValue } from '../Database.types.ts';

/** A migration that a database has had. */
export interface AppliedMigration {
  id: number;
  name: string;
}

export interface TableShape {
  name: string;
  columns: readonly string[];
}

/** Everything that a database holds at one moment, while servers go on writing. */
export interface Snapshot {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly TableShape[];
  /** The last id that was assigned in each table with generated ids, including those of deleted rows. */
  readonly lastIds: Readonly<Record<string, number>>;
  /** The rows of a table, some at a time, each as a list in the order of its columns. */
  rows(table: TableShape): AsyncIterable<SqlValue[][]>;
  close(): Promise<void>;
}

/** What a database is filled with. */
export interface Content {
  migrations: readonly AppliedMigration[];
  tables: readonly (TableShape & { rows: number })[];
  lastIds: Readonly<Record<string, number>>;
  rows(table: TableShape): AsyncIterable<SqlValue[][]>;
}
