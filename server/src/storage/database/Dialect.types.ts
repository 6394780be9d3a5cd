/** The few words in which the schema differs between the engines. */
export interface Dialect {
  /** Text that is ordered by its bytes, so that paging is alike everywhere. */
  text: string;
  /** A primary key that numbers its rows by itself. */
  autoId: string;
  /** Statements that make a table append-only. */
  forbidChanges: (table: string) => string[];
}
