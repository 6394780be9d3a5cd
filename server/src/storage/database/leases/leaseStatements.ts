import { type RowClaim, type RowUpdate, rowClaim, rowUpdate } from '../rowUpdate.ts';

/** The statements for leases on a table, to be created once. */
export interface LeaseStatements<Kind extends string> {
  due: Record<Kind, string>;
  take: Record<Kind, RowClaim>;
  change: RowUpdate;
}

/** `kinds` are conditions by their names, empty for all rows of the table, which has `id` and `due_at`. */
export function leaseStatements<Kind extends string>(
  table: string,
  kinds: Record<Kind, string>,
): LeaseStatements<Kind> {
  const order = 'due_at, id';
  const forEachKind = <Statement>(make: (where: string) => Statement) =>
    Object.fromEntries(
      Object.entries<string>(kinds).map(([kind, also]) => [
        kind,
        make(`due_at <= ?${also === '' ? '' : ` AND ${also}`}`),
      ]),
    ) as Record<Kind, Statement>;
  return {
    due: forEachKind((where) => `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?`),
    take: forEachKind((where) => rowClaim({ table, where, order, set: 'due_at = ?' })),
    change: rowUpdate({
      table,
      set: 'due_at = ?',
      where: 'id = ? AND due_at = ?',
      types: ['BIGINT', 'BIGINT', 'BIGINT'],
      order: 'id',
    }),
  };
}
