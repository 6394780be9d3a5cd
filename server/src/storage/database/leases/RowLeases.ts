import type { SetQueries } from '../Database.types.ts';
import type { Lease, LeasedRow, Leases } from './Leases.types.ts';
import type { LeaseStatements } from './leaseStatements.ts';

/** Leases for several nodes: the `due_at` of a leased row is the end of its lease. */
export class RowLeases<Row extends LeasedRow, Kind extends string> implements Leases<Row, Kind> {
  readonly #db: SetQueries;
  readonly #statements: LeaseStatements<Kind>;

  constructor(db: SetQueries, statements: LeaseStatements<Kind>) {
    this.#db = db;
    this.#statements = statements;
  }

  async take(kind: Kind, now: number, until: number, limit: number): Promise<Row[]> {
    const rows = await this.#db.claimMany<Row>(this.#statements.take[kind], now, limit, until);
    return rows.toSorted((one, other) => one.id - other.id);
  }

  change(leases: readonly Lease[], until: number): Promise<void> {
    const rows = leases.map(([id, takenUntil]) => [until, id, takenUntil]);
    return this.#db.updateMany(this.#statements.change, rows);
  }

  dueAtUntil(_: Row, until: number): number {
    return until;
  }

  changed(): void {
    // The row itself holds the lease.
  }

  release(): void {
    // The row itself holds the lease.
  }
}
