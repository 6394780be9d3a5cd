/** An update or a deletion of many rows of a table, each by its own values. */
export interface RowUpdate {
  /** The statement for one row. */
  readonly perRow: string;
  /** The statement for a JSON list of all values, in one round trip to PostgreSQL. */
  readonly atOnce: string;
}

/** An update of a few rows of a table that are not locked. */
export interface RowClaim {
  /** For a single writer. */
  readonly alone: string;
  /** Skips rows that others have locked. */
  readonly shared: string;
}

/** A lock on rows of a table until the transaction ends. */
export interface RowLock {
  /** The statement for a JSON list of keys. */
  readonly atOnce: string;
}

type ColumnType = 'BIGINT' | 'TEXT';

/**
 * Builds an update of many rows. On PostgreSQL, rows are locked in a fixed order, so that two nodes never deadlock. Keys do
 * not change, so that rows with a foreign key to them need not wait either.
 */
export function rowUpdate(update: {
  table: string;
  /** The assignments, with a `?` for each value, as in `position = ?`. */
  set: string;
  where: string;
  /** The types of the values, in the order of their `?`. */
  types: readonly ColumnType[];
  /** The key of the table. */
  order: string;
}): RowUpdate {
  const { table, set, where, types, order } = update;
  let values = 0;
  const given = (sql: string) => sql.replaceAll('?', () => `given.v${++values}`);
  const [change, same] = [given(set), given(where)];
  if (values !== types.length) throw new Error(`${table}: ${values} values, ${types.length} types`);
  return {
    perRow: `UPDATE ${table} SET ${set} WHERE ${where}`,
    atOnce: `WITH given AS MATERIALIZED (${listOf(types)}),
    locked AS MATERIALIZED (
      SELECT 1 FROM ${table}, given WHERE ${same} ORDER BY ${order} FOR NO KEY UPDATE OF ${table})
    UPDATE ${table} SET ${change} FROM given WHERE ${same} AND (SELECT COUNT(*) FROM locked) > 0`,
  };
}

/** Builds a deletion of many rows by their `id`. */
export function rowDeletion(table: string): RowUpdate {
  return {
    perRow: `DELETE FROM ${table} WHERE id = ?`,
    // Locked in a fixed order, as in updates.
    atOnce: `WITH given AS MATERIALIZED (${listOf(['BIGINT'])}),
    locked AS MATERIALIZED (
      SELECT ${table}.id FROM ${table}, given WHERE ${table}.id = given.v1 ORDER BY ${table}.id FOR UPDATE OF ${table})
    DELETE FROM ${table} WHERE id IN (SELECT id FROM locked)`,
  };
}

/**
 * Builds an update of some rows that are not locked, by their `id`. Its parameters are those of `where`, the maximal number
 * of rows, and those of `set`.
 */
export function rowClaim(claim: {
  table: string;
  where: string;
  order: string;
  set: string;
}): RowClaim {
  const { table, where, order, set } = claim;
  const sql = (lock: string) => `WITH free AS MATERIALIZED (
      SELECT id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?${lock})
    UPDATE ${table} SET ${set} WHERE id IN (SELECT id FROM free) RETURNING *`;
  return { alone: sql(''), shared: sql(' FOR UPDATE SKIP LOCKED') };
}

/**
 * Builds a lock on rows by the columns of their key; rows are locked in the order of the key. `reads` are columns to read at
 * the same time.
 */
export function rowLock(lock: {
  table: string;
  key: readonly string[];
  /** The type of the key, by default a number. */
  type?: ColumnType;
  reads?: readonly string[];
}): RowLock {
  const { table, key, type = 'BIGINT', reads = [] } = lock;
  const same = key.map((column, at) => `${table}.${column} = given.v${at + 1}`).join(' AND ');
  const order = key.map((column) => `${table}.${column}`).join(', ');
  const columns = reads.length > 0 ? reads.map((column) => `${table}.${column}`).join(', ') : '1';
  return {
    atOnce: `WITH given AS MATERIALIZED (${listOf(key.map(() => type))})
      SELECT ${columns} FROM ${table}, given WHERE ${same} ORDER BY ${order} FOR NO KEY UPDATE OF ${table}`,
  };
}

function listOf(types: readonly ColumnType[]): string {
  const columns = types.map((type, at) => `CAST(cells ->> ${at} AS ${type}) AS v${at + 1}`);
  return `SELECT ${columns.join(', ')} FROM jsonb_array_elements(CAST(? AS JSONB)) AS list (cells)`;
}
