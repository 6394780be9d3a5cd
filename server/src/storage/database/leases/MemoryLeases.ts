import type { Queries } from '../Database.types.ts';
import type { Lease, LeasedRow, Leases } from './Leases.types.ts';
import type { LeaseStatements } from './leaseStatements.ts';

/**
 * Leases for an embedded database, which only one process uses: in memory, which saves a write for each row. After a restart,
 * no row waits for a lease of the previous process.
 */
export class MemoryLeases<Row extends LeasedRow, Kind extends string> implements Leases<Row, Kind> {
  readonly #db: Queries;
  readonly #statements: LeaseStatements<Kind>;
  /** Leased rows, and when their leases end. */
  readonly #taken = new Map<number, number>();

  constructor(db: Queries, statements: LeaseStatements<Kind>) {
    this.#db = db;
    this.#statements = statements;
  }

  async take(kind: Kind, now: number, until: number, limit: number): Promise<Row[]> {
    const most = limit + this.#taken.size;
    const due = await this.#db.all<Row>(this.#statements.due[kind], now, most);
    const free = due.filter(({ id }) => (this.#taken.get(id) ?? 0) <= now).slice(0, limit);
    for (const { id } of free) this.#taken.set(id, until);
    return free;
  }

  async change(leases: readonly Lease[], until: number): Promise<void> {
    for (const [id] of leases) this.#taken.set(id, until);
  }

  dueAtUntil({ due_at }: Row): number {
    return due_at;
  }

  changed(id: number, until: number): void {
    this.#taken.set(id, until);
  }

  release(id: number): void {
    this.#taken.delete(id);
  }
}
