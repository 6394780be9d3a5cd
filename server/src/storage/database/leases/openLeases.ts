import type { ThreadDatabase } from '../Database.types.ts';
import type { LeasedRow, Leases } from './Leases.types.ts';
import type { LeaseStatements } from './leaseStatements.ts';
import { MemoryLeases } from './MemoryLeases.ts';
import { RowLeases } from './RowLeases.ts';

/** Opens leases on the rows of a table: in the rows if nodes share the database, else in memory. */
export function openLeases<Row extends LeasedRow, Kind extends string>(
  db: ThreadDatabase,
  statements: LeaseStatements<Kind>,
): Leases<Row, Kind> {
  return db.isShared ? new RowLeases(db, statements) : new MemoryLeases(db, statements);
}
