/** A row that somebody works on when its time has come. */
export interface LeasedRow {
  id: number;
  due_at: number;
}

/** A row, and until when it was taken. */
export type Lease = readonly [id: number, takenUntil: number];

/**
 * Who works on which rows of a table: a row that was taken is nobody else's until its lease ends, and when whoever took it
 * dies, it can be had again.
 */
export interface Leases<Row extends LeasedRow, Kind extends string> {
  /** Takes rows of a kind that are due, until a time. */
  take(kind: Kind, now: number, until: number, limit: number): Promise<Row[]>;
  /** Makes leases end at another time, except those of rows that are gone or that somebody else has taken meanwhile. */
  change(leases: readonly Lease[], until: number): Promise<void>;
  /** What to write as `due_at` of a row that is changed while its lease is made to end at another time. */
  dueAtUntil(row: Row, until: number): number;
  /** That was committed. */
  changed(id: number, until: number): void;
  /** Forgets a row that is done, or whose `due_at` says when it can be had again. */
  release(id: number): void;
}
