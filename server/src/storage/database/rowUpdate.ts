/** An update of many rows of a table, each with its own values. */
export interface RowUpdate {
  /** For the values of one row. */
  readonly perRow: string;
  /** For a list of all values in JSON, in one round trip to PostgreSQL. */
  readonly atOnce: string;
}

/** A lock on rows of a table until the transaction ends. */
export interface RowLock {
  /** For a list of keys in JSON. */
  readonly atOnce: string;
}

type ColumnType = 'BIGINT' | 'TEXT';

/**
 * Makes an update of many rows. On PostgreSQL rows are locked in one order, so that two nodes never wait for each other.
 * Keys do not change, so that rows with a foreign key to them do not wait either.
 */
export function rowUpdate(update: {
  table: string;
  /** With a `?` for each value, as in `position = ?`. */
  set: string;
  where: string;
  /** Of the values, in the order of their `?`. */
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

/**
 * Makes a lock on rows by the columns of their key, which are numbers; rows are locked in its order. `reads` are columns to
 * read at the same time.
 */
export function rowLock(lock: {
  table: string;
  key: readonly string[];
  reads?: readonly string[];
}): RowLock {
  const { table, key, reads = [] } = lock;
  const same = key.map((column, at) => `${table}.${column} = given.v${at + 1}`).join(' AND ');
  const order = key.map((column) => `${table}.${column}`).join(', ');
  const columns = reads.length > 0 ? reads.map((column) => `${table}.${column}`).join(', ') : '1';
  return {
    atOnce: `WITH given AS MATERIALIZED (${listOf(key.map(() => 'BIGINT'))})
      SELECT ${columns} FROM ${table}, given WHERE ${same} ORDER BY ${order} FOR NO KEY UPDATE OF ${table}`,
  };
}

function listOf(types: readonly ColumnType[]): string {
  const columns = types.map((type, at) => `CAST(cells ->> ${at} AS ${type}) AS v${at + 1}`);
  return `SELECT ${columns.join(', ')} FROM jsonb_array_elements(CAST(? AS JSONB)) AS list (cells)`;
}
