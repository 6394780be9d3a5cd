import { randomUUID } from 'node:crypto';

import type { Queries, ThreadDatabase } from './Database.types.ts';
import { noteWrite } from './writerRows.ts';

/**
 * Records a write of this process by its number, in the write's own transaction. Returns false if an earlier attempt, whose
 * answer was lost, was committed: this makes retries idempotent.
 */
export type NoteWrite = (tx: Queries, number: number, now: number) => Promise<boolean>;

/** Opens the write records of one process. An embedded database needs none: only answers over a network can be lost. */
export function openWriteNotes(db: ThreadDatabase): NoteWrite {
  if (!db.isShared) return async () => true;
  const writer = randomUUID();
  return (tx, number, now) => noteWrite(tx, writer, number, now);
}
