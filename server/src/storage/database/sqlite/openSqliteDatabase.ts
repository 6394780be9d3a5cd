import type { Database, HeldLock } from '../Database.types.ts';
import { KeyedMutex } from '../KeyedMutex.ts';
import { migrate } from '../migrate.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import { openReader, sqliteDatabase } from './sqliteDatabase.ts';
import { ThreadWriter } from './ThreadWriter.ts';
import { WriteQueue } from './WriteQueue.ts';

/**
 * Opens the embedded database: reads on this thread (microseconds, from the page cache), writes on the writer thread. One
 * process at a time uses the file, which the lock on DATA_DIR ensures.
 * @param onLost is called when the thread ended unexpectedly, so that nothing can be written any more
 */
export async function openSqliteDatabase(
  path: string,
  onLost?: (error: Error) => void,
): Promise<Database> {
  const writer = new ThreadWriter(path, {
    onChange: (change) => writes.changes.emit(change),
    onLost,
  });
  const writes = new WriteQueue(writer);
  await writes.transaction((tx) => migrate(tx, sqliteDialect));
  const reader = openReader(path);
  const locks = new KeyedMutex();
  return {
    ...sqliteDatabase({
      reader,
      writes,
      async close() {
        await writer.close();
        reader.close();
      },
    }),
    withLock: (name, work) => locks.run(name, () => work(neverLost())),
    // No other process has it open.
    tell: async () => undefined,
    startOnWriterThread: (service) => writer.start(service),
  };
}

/** A lock that cannot be lost: while this process is suspended, nobody else can take it. */
function neverLost(): HeldLock {
  return { signal: new AbortController().signal, demand: async () => undefined };
}
