/** A row of a queue, to be worked on once it is due. */
export interface LeasedRow {
  id: number;
  due_at: number;
}

/** A row, and the end of its lease. */
export type Lease = readonly [id: number, takenUntil: number];

/**
 * Leases on the rows of a table: nobody else can take a row until its lease ends, and when its holder dies, the row becomes
 * available again.
 */
export interface Leases<Row extends LeasedRow, Kind extends string> {
  /** Takes rows of a kind that are due, until a time. */
  take(kind: Kind, now: number, until: number, limit: number): Promise<Row[]>;
  /** Changes the end of leases, except for rows that are gone or that somebody else has taken meanwhile. */
  change(leases: readonly Lease[], until: number): Promise<void>;
  /** The `due_at` to write when a row is updated together with the end of its lease. */
  dueAtUntil(row: Row, until: number): number;
  /** To be called once that is committed. */
  changed(id: number, until: number): void;
  /** Releases a row that is done, or whose `due_at` says when it can be taken again. */
  release(id: number): void;
}
