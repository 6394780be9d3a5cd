import type { MessagePort } from 'node:worker_threads';

import type { Change, Queries, SqlValue, ThreadDatabase } from '../Database.types.ts';

/** The connection that writes, with one transaction at a time: others wait. */
export interface Writer extends Queries {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A request to the writer thread, which answers in the order of requests. */
export type WriterRequest =
  | { mode: 'begin' | 'commit' | 'rollback' }
  | { mode: 'all' | 'get' | 'run'; sql: string; parameters: SqlValue[] }
  /** Rows as JSON: cloning one string takes a fraction of the time of many values. */
  | { mode: 'runMany'; sql: string; rows: string };

/** A request without an answer. */
export type WriterOrder = { mode: 'start'; service: string; port: MessagePort } | { mode: 'close' };

/** The result of a request, or a change by a service on the thread. */
export type WriterResponse =
  | { ok: true; result: unknown }
  | { ok: false; message: string; errcode: number | undefined }
  | { change: Change | undefined };

/** A service on the writer thread that communicates with the rest of the server over a port. */
export type WriterService = (port: MessagePort, db: ThreadDatabase) => void;
