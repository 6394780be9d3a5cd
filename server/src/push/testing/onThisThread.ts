import type { Database } from '../../storage/database/Database.types.ts';

/** A database beside which nothing runs: for tests that change what sends are made of, which they can on their own thread. */
export function onThisThread(db: Database): Database {
  const here = { ...db };
  delete here.startOnWriterThread;
  return here;
}
