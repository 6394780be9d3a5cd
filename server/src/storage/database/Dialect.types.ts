/** The few words in which the schema differs between the engines. */
export interface Dialect {
  /** Text that is ordered by its bytes, so that paging is alike everywhere. */
  text: string;
  /** A primary key that numbers its rows by itself. */
  autoId: string;
  /** A primary key that is a number which the caller gives. */
  givenId: string;
  /** What is said of a table whose rows are kept in the order of its primary key. */
  byKey: string;
  /** Statements that make a table append-only. */
  forbidChanges: (table: string) => string[];
}
