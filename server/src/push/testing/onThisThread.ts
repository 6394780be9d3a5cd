import type { Database } from '../../storage/database/Database.types.ts';

/** A database without a writer thread, for tests that stub parts of sending, which they can only on their own thread. */
export function onThisThread(db: Database): Database {
  const here = { ...db };
  delete here.startOnWriterThread;
  return here;
}
