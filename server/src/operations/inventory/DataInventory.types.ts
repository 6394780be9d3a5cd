/**
 * Whose requests make it grow: `operator` and `publisher` have a token, `person` has an account, `anyone` needs neither,
 * and `system` is the server itself.
 */
type GrownBy = 'operator' | 'publisher' | 'person' | 'anyone' | 'system';

interface Kept {
  /** What it contains. */
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
  /** The columns with a person's id; their rows are part of that person's export and deletion. */
  personColumns: readonly string[];
}

/** Objects with a common prefix, or a folder of `DATA_DIR`. */
export interface ObjectEntry extends Kept {
  prefix: string;
}
