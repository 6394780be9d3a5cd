import type { MessagePort } from 'node:worker_threads';

import type { RowLock, RowUpdate } from './rowUpdate.ts';

/** What a column can hold in both engines: times are milliseconds, truth values 0 and 1, documents JSON text. */
export type SqlValue = string | number | null;

/**
 * Queries in the SQL that both engines speak: `?` for parameters, ON CONFLICT, RETURNING, keyset paging.
 * Statements are constants of the code: their number is bounded, so that engines can keep them prepared.
 */
export interface Queries {
  all<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row[]>;
  get<Row extends object>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined>;
  /** Runs a statement that writes, and says how many rows it touched. */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>;
  /** Runs one statement for every row of parameters, with as few trips to the engine as it allows. */
  runMany(sql: string, rows: readonly SqlValue[][]): Promise<void>;
}

/** Queries that are committed together. */
export interface Transaction extends Queries {
  /** Changes many rows by the values that are given for each, in as few trips as the engine allows. */
  updateMany(update: RowUpdate, rows: readonly SqlValue[][]): Promise<void>;
  /** Keeps others from changing rows until the transaction ends. An engine with one writer does not ask for the keys. */
  lockMany(lock: RowLock, keys: () => readonly number[][]): Promise<void>;
  /** Tells every node that something changed, once the transaction is committed and only then. */
  notify(change: Change): Promise<void>;
}

/** Something that changed: for example the topic `registry` with the key `com.acme.orders`. */
export interface Change {
  topic: string;
  key: string;
}

/** The durable truth, as any thread of the process sees it. When a transaction has resolved, it is on disk. */
export interface ThreadDatabase extends Queries {
  /** For `storage/` and tests: what others have to know of an engine has a name of its own here. */
  readonly engine: 'sqlite' | 'postgres';
  /** Whether several processes may work with it; when not, this one knows of all changes by itself. */
  readonly isShared: boolean;
  /** Whether a transaction of this thread holds the only writer that the engine has; others wait for it then. */
  isWriting?(): boolean;
  /** Runs `work` in a transaction: all of it is kept when it resolves, none when it rejects. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Calls the listener for every change, and with undefined when changes may have been missed: then everything that
   * was remembered is to be forgotten.
   */
  onChange(listener: ChangeListener): () => void;
  /** Rejects when the database cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The database on the main thread, which has the locks: on several threads they would not know of each other. */
export interface Database extends ThreadDatabase {
  /**
   * Starts a service on the thread that writes, where the engine has one, and gives the port to it: what it stores need
   * not be handed over.
   */
  startOnWriterThread?(service: string): MessagePort;
  /** Runs `work` while no other caller on any node holds the same name. Rejects when it cannot be had in time. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * The same for work that takes long, such as storing and fetching files: however many do so, those with a short lock do
   * not wait for them. Nobody takes a long lock inside of a short one, which would then be held as long.
   */
  withLongLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export type ChangeListener = (change: Change | undefined) => void;
