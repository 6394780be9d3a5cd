/** The parts of the schema that differ between the engines. */
export interface Dialect {
  /** Text that is ordered by its bytes, so that paging is the same on both. */
  text: string;
  /** A primary key that the engine generates. */
  autoId: string;
  /** A numeric primary key that the caller provides. */
  givenId: string;
  /** The option of a table that is clustered by its primary key. */
  byKey: string;
  /** Before TABLE: its rows need not outlive the engine, which writes them without its log. */
  unlogged: string;
  /** Statements that make a table append-only. */
  forbidChanges: (table: string) => string[];
}
