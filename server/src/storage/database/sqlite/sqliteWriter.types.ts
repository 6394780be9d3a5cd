import type { SqlValue } from '../Database.types.ts';

/** One statement for the writer thread; `runMany` runs it once for each row. */
export type WriterRequest =
  | { mode: 'all' | 'get' | 'run'; sql: string; parameters: SqlValue[] }
  | { mode: 'runMany'; sql: string; parameters: readonly SqlValue[][] };

/** What became of it; the thread answers in the order of the requests. */
export type WriterResponse =
  | { ok: true; result: unknown }
  | { ok: false; message: string; errcode: number | undefined };
