import type { MessagePort } from 'node:worker_threads';

import type { NumberedClaims } from './numberedClaims.ts';
import type { NumberedInserts } from './numberedInserts.ts';
import type { RowClaim, RowLock, RowUpdate } from './rowUpdate.ts';

/** Values of columns in both engines: times are milliseconds, booleans 0 and 1, documents JSON text. */
export type SqlValue = string | number | null;

/**
 * Queries in the SQL that both engines support: `?` for parameters, ON CONFLICT, RETURNING, keyset paging. Statements are
 * constants of the code, so that engines can keep them prepared.
 */
export interface Queries {
  all<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row[]>;
  get<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined>;
  /** Runs a write statement. Returns the number of affected rows. */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>;
  /** Runs one statement for every row of parameters, in as few round trips as the engine allows. */
  runMany(sql: string, rows: readonly SqlValue[][]): Promise<void>;
}

/** Queries that change sets of rows. */
export interface SetQueries extends Queries {
  /** Updates or deletes many rows, each by its own values, in as few round trips as the engine allows. */
  updateMany(update: RowUpdate, rows: readonly SqlValue[][]): Promise<void>;
  /** Updates rows that no other transaction has locked, and returns them. */
  claimMany<Row extends object>(claim: RowClaim, ...parameters: SqlValue[]): Promise<Row[]>;
}

/** Queries that are committed together. */
export interface Transaction extends SetQueries {
  /**
   * Locks rows until the transaction ends, and returns the columns that the lock reads. An engine with a single writer needs
   * neither keys nor lock, and returns nothing.
   */
  lockMany<Row extends object>(lock: RowLock, keys: () => readonly SqlValue[][]): Promise<Row[]>;
  /** Notifies every node of a change, after the commit. */
  notify(change: Change): Promise<void>;
}

/** The rows to store under consecutive numbers. */
export interface NumberedRows {
  /** The rows of each table, given the first number. */
  rowsFrom: (first: number) => readonly SqlValue[][][];
  /**
   * Runs after the rows are inserted: in their transaction if the engine has a single writer, otherwise after their commit,
   * so that nobody waits for the clock meanwhile. It may get lost, so it must be dispensable.
   */
  settle?: ((tx: Transaction, first: number) => Promise<void>) | undefined;
}

/** Selects the rows that get the next numbers. */
export interface NumberedClaim {
  /** The parameters of the condition for waiting rows. */
  among: readonly SqlValue[];
  /** The time to write. */
  at: number;
  /** The maximal number of rows. */
  limit: number;
  /** For statements with steps on rows that get no number: their ids and values. */
  aside?: { rows: readonly SqlValue[][]; told: Change } | undefined;
}

/** Something that changed: for example the topic `registry` with the key `com.acme.orders`. */
export interface Change {
  topic: string;
  key: string;
}

/** The database as any thread of the process sees it. Once a transaction has resolved, it is durable. */
export interface ThreadDatabase extends SetQueries {
  /** For `storage/` and tests only: other code uses the properties below. */
  readonly engine: 'sqlite' | 'postgres';
  /** Whether several processes may use it; if not, all changes are made by this one. */
  readonly isShared: boolean;
  /** Whether a transaction of this thread holds the engine's only writer. */
  isWriting?(): boolean;
  /** Runs `work` in a transaction: it is committed when `work` resolves, and rolled back when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Stores rows under the next `count` numbers of a clock, and returns the first of them. Numbers have no gaps, and become
   * visible in order. A node that stalls meanwhile blocks nobody.
   */
  insertNumbered(inserts: NumberedInserts, count: number, rows: NumberedRows): Promise<number>;
  /**
   * Assigns the next numbers of a clock to some waiting rows, and returns the results of the steps that follow. Other nodes
   * skip these rows meanwhile. Rows that are put aside are part of it, and every node is notified if there were any.
   */
  claimNumbered(claims: NumberedClaims, claim: NumberedClaim): Promise<object[][]>;
  /**
   * Calls the listener for every change, and with undefined if changes may have been missed: then all caches have to be
   * cleared.
   */
  onChange(listener: ChangeListener): () => void;
  /** The time of the database in milliseconds, on which nodes agree even if their own clocks differ. */
  now(): Promise<number>;
  /** Rejects if the database is currently unusable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A held lock, which is a lease: a node that stalls or is cut off for some seconds loses it to the next one. */
export interface HeldLock {
  /** Aborted when the lock may be lost: work that no transaction protects has to stop. The reason is an error for callers. */
  readonly signal: AbortSignal;
  /** Fails the transaction if somebody else has had the lock since. Until the transaction ends, nobody else can take it. */
  demand(tx: Queries): Promise<void>;
}

/** The database on the main thread, which alone can lock: in-memory locks of several threads would not exclude each other. */
export interface Database extends ThreadDatabase {
  /**
   * Starts a service on the writer thread, if the engine has one, and returns a port to it: rows that it writes do not have
   * to cross threads.
   */
  startOnWriterThread?(service: string): MessagePort;
  /**
   * Runs `work` while no other caller on any node holds the same lock. Rejects if it does not get the lock in time. Since a
   * stalled node loses the lock, `work` has to demand it in the transactions that it protects, unless those would fail
   * anyway if they were made twice. After a crash the lock stays held for `leaseMs`, by default some seconds; with a shorter
   * lease, a node that is merely busy would lose it as well.
   */
  withLock<Result>(
    name: string,
    work: (lock: HeldLock) => Promise<Result>,
    leaseMs?: number,
  ): Promise<Result>;
  /** Notifies the other nodes of changes, outside of any transaction. */
  tell(changes: readonly Change[]): Promise<void>;
}

export type ChangeListener = (change: Change | undefined) => void;
