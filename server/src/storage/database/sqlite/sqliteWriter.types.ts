import type { SqlValue } from '../Database.types.ts';

/** One statement for the writer thread. */
export interface WriterRequest {
  mode: 'all' | 'get' | 'run';
  sql: string;
  parameters: SqlValue[];
}

/** What became of it; the thread answers in the order of the requests. */
export type WriterResponse =
  | { ok: true; result: unknown }
  | { ok: false; message: string; errcode: number | undefined };
