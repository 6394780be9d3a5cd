/**
 * Whose requests make it grow: `operator` and `publisher` have a token, `person` an account, `anyone` nothing, and
 * `system` is the server itself.
 */
type GrownBy = 'operator' | 'publisher' | 'person' | 'anyone' | 'system';

interface Kept {
  /** What is in it. */
  holds: string;
  grows: GrownBy;
  /** Why it cannot fill the disk. */
  bound: string;
  /** How long its data stays. */
  retention: string;
}

/** A table of the database. */
export interface TableEntry extends Kept {
  table: string;
  /** The columns with the id of a person, which are exported and deleted with them. */
  personColumns: readonly string[];
}

/** Objects with a common prefix, or a folder of `DATA_DIR`. */
export interface ObjectEntry extends Kept {
  prefix: string;
}
