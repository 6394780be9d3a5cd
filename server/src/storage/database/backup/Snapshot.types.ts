import type { SqlValue } from '../Database.types.ts';

/** A migration that was applied to a database. */
export interface AppliedMigration {
  id: number;
  name: string;
}

export interface TableShape {
  name: string;
  columns: readonly string[];
}

/** A consistent snapshot of a database, while servers go on writing. */
export interface Snapshot {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly TableShape[];
  /** The last id that was assigned in each table with generated ids, including those of deleted rows. */
  readonly lastIds: Readonly<Record<string, number>>;
  /** The rows of a table, in batches, each row as a list in the order of its columns. */
  rows(table: TableShape): AsyncIterable<SqlValue[][]>;
  close(): Promise<void>;
}

/** The content to fill a database with. */
export interface Content {
  migrations: readonly AppliedMigration[];
  tables: readonly (TableShape & { rows: number })[];
  lastIds: Readonly<Record<string, number>>;
  rows(table: TableShape): AsyncIterable<SqlValue[][]>;
}
