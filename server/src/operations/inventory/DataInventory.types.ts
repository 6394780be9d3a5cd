/**
 * Whose requests make something grow: `operator` and `publisher` hold a token, `person` an account, `anyone` nothing at
 * all, and `system` is this server by itself.
 */
type GrownBy = 'operator' | 'publisher' | 'person' | 'anyone' | 'system';

interface Kept {
  /** What is in it. */
  holds: string;
  grows: GrownBy;
  /** Why it cannot fill the disk. */
  bound: string;
  /** How long what is in it stays. */
  retention: string;
}

/** A table of the database. */
export interface TableEntry extends Kept {
  table: string;
  /** The columns that hold the id of a person: what is exported and deleted with them. */
  personColumns: readonly string[];
}

/** Objects whose keys start alike, or a folder of `DATA_DIR`. */
export interface ObjectEntry extends Kept {
  prefix: string;
}
