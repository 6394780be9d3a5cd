import type { MessagePort } from 'node:worker_threads';

import type { Change, Queries, SqlValue, ThreadDatabase } from '../Database.types.ts';

/** The connection that writes. It has one transaction at a time: whoever begins another waits. */
export interface Writer extends Queries {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** What the thread that writes is asked; it answers in the order of the requests. */
export type WriterRequest =
  | { mode: 'begin' | 'commit' | 'rollback' }
  | { mode: 'all' | 'get' | 'run'; sql: string; parameters: SqlValue[] }
  /** Rows as JSON: one text takes a fraction of the time that copies of many values do. */
  | { mode: 'runMany'; sql: string; rows: string };

/** What it is told, and does not answer. */
export type WriterOrder = { mode: 'start'; service: string; port: MessagePort } | { mode: 'close' };

/** What became of a request, or something that changed on the thread itself. */
export type WriterResponse =
  | { ok: true; result: unknown }
  | { ok: false; message: string; errcode: number | undefined }
  | { change: Change | undefined };

/** Something that runs beside the writer, and talks to the rest of the server over a port. */
export type WriterService = (port: MessagePort, db: ThreadDatabase) => void;
