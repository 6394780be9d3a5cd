import { randomUUID } from 'node:crypto';

import type { Queries, ThreadDatabase } from './Database.types.ts';
import { noteWrite } from './writerRows.ts';

/**
 * Notes a write of this process in the transaction that makes it, by its number. Returns whether it is made for the first time:
 * an attempt whose answer was lost may have been committed.
 */
export type NoteWrite = (tx: Queries, number: number, now: number) => Promise<boolean>;

/** Opens the notes of one writer. An embedded database needs none: only an answer on the network can be lost. */
export function openWriteNotes(db: ThreadDatabase): NoteWrite {
  if (!db.isShared) return async () => true;
  const writer = randomUUID();
  return (tx, number, now) => noteWrite(tx, writer, number, now);
}
