import type { SqlValue, ThreadDatabase } from '../Database.types.ts';
import { claimNumberedIn } from '../claimNumberedIn.ts';
import { insertNumberedIn } from '../insertNumberedIn.ts';
import { openSqlite } from './openSqlite.ts';
import { StatementCache } from './StatementCache.ts';
import type { WriteQueue } from './WriteQueue.ts';

/** The embedded database as it is seen from one thread: reads on a connection of that thread, writes in their queue. */
export function sqliteDatabase(options: {
  reader: Pick<StatementCache, 'all' | 'get'>;
  writes: WriteQueue;
  close: () => Promise<void>;
}): ThreadDatabase {
  const { reader, writes, close } = options;
  return {
    engine: 'sqlite',
    isShared: false,
    isWriting: () => writes.isWriting,
    all: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      reader.all(sql, parameters) as Row[],
    get: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      reader.get(sql, parameters) as Row | undefined,
    run: (sql, ...parameters) => writes.transaction((tx) => tx.run(sql, ...parameters)),
    runMany: (sql, rows) => writes.transaction((tx) => tx.runMany(sql, rows)),
    updateMany: (update, rows) => writes.transaction((tx) => tx.updateMany(update, rows)),
    claimMany: (claim, ...parameters) =>
      writes.transaction((tx) => tx.claimMany(claim, ...parameters)),
    transaction: (work) => writes.transaction(work),
    insertNumbered: (inserts, count, rows) =>
      writes.transaction((tx) => insertNumberedIn(tx, inserts, count, rows)),
    claimNumbered: (claims, claim) =>
      writes.transaction((tx) => claimNumberedIn(tx, claims, claim)),
    onChange: (listener) => writes.changes.onChange(listener),
    now: async () => Date.now(),
    check: async () => {
      reader.get('SELECT 1', []);
      await writes.check();
    },
    close,
  };
}

/** A connection that only reads. */
export function openReader(path: string): StatementCache {
  const reader = new StatementCache(openSqlite(path));
  reader.connection.exec('PRAGMA query_only = ON');
  return reader;
}
