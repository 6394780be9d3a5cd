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
  /** Runs a statement that writes. Returns the number of affected rows. */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>;
  /** Runs one statement for every row of parameters, in as few round trips as the engine allows. */
  runMany(sql: string, rows: readonly SqlValue[][]): Promise<void>;
}

/** Queries that change sets of rows. */
export interface SetQueries extends Queries {
  /** Updates or deletes many rows, each by its own values, in as few round trips as the engine allows. */
  updateMany(update: RowUpdate, rows: readonly SqlValue[][]): Promise<void>;
  /** Updates some rows that no other transaction holds, and gives them as they are then. */
  claimMany<Row extends object>(claim: RowClaim, ...parameters: SqlValue[]): Promise<Row[]>;
}

/** Queries that are committed together. */
export interface Transaction extends SetQueries {
  /**
   * Locks rows until the transaction ends, and gives what the lock reads of them. An engine with one writer needs neither the
   * keys nor the lock, and gives nothing.
   */
  lockMany<Row extends object>(lock: RowLock, keys: () => readonly SqlValue[][]): Promise<Row[]>;
  /** Tells every node that something changed, after the commit. */
  notify(change: Change): Promise<void>;
}

/** What is stored under the numbers. */
export interface NumberedRows {
  /** The rows of each table, when `first` is the first number. */
  rowsFrom: (first: number) => readonly SqlValue[][][];
  /**
   * Follows on the rows: in their transaction where the engine has one writer, otherwise after their commit, where it
   * makes nobody wait for the clock. It has to be something that may be missing.
   */
  settle?: ((tx: Transaction, first: number) => Promise<void>) | undefined;
}

/** Which rows get the next numbers. */
export interface NumberedClaim {
  /** The parameters of the condition of rows that wait. */
  among: readonly SqlValue[];
  /** The time that is written. */
  at: number;
  /** How many at most. */
  limit: number;
}

/** Something that changed: for example the topic `registry` with the key `com.acme.orders`. */
export interface Change {
  topic: string;
  key: string;
}

/** The database as any thread of the process sees it. When a transaction has resolved, it is on disk. */
export interface ThreadDatabase extends SetQueries {
  /** For `storage/` and tests only: other code uses the properties below. */
  readonly engine: 'sqlite' | 'postgres';
  /** Whether several processes may use it; if not, this one knows of all changes. */
  readonly isShared: boolean;
  /** Whether a transaction of this thread holds the engine's only writer. */
  isWriting?(): boolean;
  /** Runs `work` in a transaction: it is committed when `work` resolves, and rolled back when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Stores rows under the next `count` numbers of a clock, and gives the first of them. Numbers have no gaps, and become
   * visible in their order. Nobody waits for a node that stands still while it does this.
   */
  insertNumbered(inserts: NumberedInserts, count: number, rows: NumberedRows): Promise<number>;
  /**
   * Assigns the next numbers of a clock to some rows that wait, and returns the results of the steps that follow. Other nodes
   * skip these rows meanwhile.
   */
  claimNumbered(claims: NumberedClaims, claim: NumberedClaim): Promise<object[][]>;
  /**
   * Calls the listener for every change, and with undefined when changes may have been missed: then all caches have to be
   * dropped.
   */
  onChange(listener: ChangeListener): () => void;
  /** Milliseconds by the clock of the database: nodes whose own clocks differ agree on it. */
  now(): Promise<number>;
  /** Rejects when the database cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A lock while its holder works. A node that stands still or is cut off for some seconds loses it to the next. */
export interface HeldLock {
  /** Aborted when somebody else may have it: what no transaction protects has to stop. The reason is an error for callers. */
  readonly signal: AbortSignal;
  /** Rejects a transaction when somebody else has had the lock. Until the transaction ends, nobody else gets it. */
  demand(tx: Queries): Promise<void>;
}

/** The database on the main thread, which has the locks: those of several threads would not exclude each other. */
export interface Database extends ThreadDatabase {
  /**
   * Starts a service on the writer thread, if the engine has one, and gives a port to it: what it stores does not have to
   * cross threads.
   */
  startOnWriterThread?(service: string): MessagePort;
  /**
   * Runs `work` while no other caller on any node holds the same lock. Rejects when it does not get the lock in time. Since a
   * node that stands still loses it, `work` has to demand it in the transactions that it protects, unless those fail by
   * themselves when they are made twice. A node that is lost keeps the lock for `leaseMs`, by default some seconds: with less,
   * one that is only busy loses it, too.
   */
  withLock<Result>(
    name: string,
    work: (lock: HeldLock) => Promise<Result>,
    leaseMs?: number,
  ): Promise<Result>;
  /** Tells the other nodes of changes, outside of any transaction. */
  tell(changes: readonly Change[]): Promise<void>;
}

export type ChangeListener = (change: Change | undefined) => void;
