/** The parts of the schema that differ between the engines. */
export interface Dialect {
  /** Text that is sorted by its bytes, so that paging works the same on both. */
  text: string;
  /** A primary key that the engine generates. */
  autoId: string;
  /** A numeric primary key that the caller assigns. */
  givenId: string;
  /** The table option for clustering by primary key. */
  byKey: string;
  /** Goes before TABLE: the rows need not survive a crash of the engine, which then bypasses its write-ahead log. */
  unlogged: string;
  /** Statements that make a table append-only. */
  forbidChanges: (table: string) => string[];
}
