import { ApiError } from '../../../ApiError.ts';
import { ChangeFeed } from '../ChangeFeed.ts';
import type { Change, Database, Queries, SqlValue, Transaction } from '../Database.types.ts';
import { KeyedMutex } from '../KeyedMutex.ts';
import { migrate } from '../migrate.ts';
import { openSqlite } from './openSqlite.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import { SqliteWriter } from './SqliteWriter.ts';
import { StatementCache } from './StatementCache.ts';

const MOST_WAITING_WRITES = 1000;

/**
 * Opens the embedded database: reads on this thread (microseconds, from the page cache), writes on a thread of their
 * own. One process at a time uses the file; the lock on DATA_DIR sees to that.
 */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const writer = new SqliteWriter(path);
  const writes = new WriteQueue(writer);
  await writes.transaction((tx) => migrate(tx, sqliteDialect));

  const reader = new StatementCache(openSqlite(path));
  reader.connection.exec('PRAGMA query_only = ON');
  const locks = new KeyedMutex();

  return {
    engine: 'sqlite',
    all: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      reader.all(sql, parameters) as Row[],
    get: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      reader.get(sql, parameters) as Row | undefined,
    run: (sql, ...parameters) => writes.transaction((tx) => tx.run(sql, ...parameters)),
    runMany: (sql, rows) => writes.transaction((tx) => tx.runMany(sql, rows)),
    transaction: (work) => writes.transaction(work),
    withLock: (name, work) => locks.run(name, work),
    onChange: (listener) => writes.changes.onChange(listener),
    check: async () => {
      reader.get('SELECT 1', []);
      await writer.get('SELECT 1');
    },
    close: async () => {
      await writer.close();
      reader.close();
    },
  };
}

/** Transactions on the writer, one after the other. */
class WriteQueue {
  readonly changes = new ChangeFeed();
  readonly #writer: SqliteWriter;
  readonly #turn = new KeyedMutex();
  #waiting = 0;

  constructor(writer: SqliteWriter) {
    this.#writer = writer;
  }

  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MOST_WAITING_WRITES) {
      throw new ApiError('unavailable', 'Too many writes are waiting for the disk.', {
        retryAfterSeconds: 1,
      });
    }
    this.#waiting++;
    try {
      return await this.#turn.run('write', () => this.#run(work));
    } finally {
      this.#waiting--;
    }
  }

  async #run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const writer: Queries = this.#writer;
    const changes: Change[] = [];
    await writer.run('BEGIN IMMEDIATE');
    try {
      const result = await work({
        all: writer.all.bind(writer),
        get: writer.get.bind(writer),
        run: writer.run.bind(writer),
        runMany: writer.runMany.bind(writer),
        notify: async (change) => void changes.push(change),
      });
      await writer.run('COMMIT');
      for (const change of changes) this.changes.emit(change);
      return result;
    } catch (error) {
      // A full disk ends the transaction by itself; then there is nothing left to roll back.
      await writer.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}
