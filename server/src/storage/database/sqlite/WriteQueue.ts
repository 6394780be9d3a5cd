import { ApiError } from '../../../errors/ApiError.ts';
import { ChangeFeed } from '../ChangeFeed.ts';
import type { Change, Transaction } from '../Database.types.ts';
import { KeyedMutex } from '../KeyedMutex.ts';
import type { Writer } from './Writer.types.ts';

const MAX_WAITING_WRITES = 1000;
const SQLITE_FULL = 13;

// The transaction has the only writer.

/** Transactions on a writer, one after the other. */
export class WriteQueue {
  readonly changes = new ChangeFeed();
  readonly #writer: Writer;
  readonly #turn = new KeyedMutex();
  #waiting = 0;
  #isWriting = false;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Whether a transaction of this queue is using the writer. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_WAITING_WRITES) {
      throw new ApiError('unavailable', 'Too many writes are waiting for the disk.', {
        retryAfterSeconds: 1,
      });
    }
    this.#waiting++;
    try {
      return await this.#turn.run('write', () => this.#run(work));
    } catch (error) {
      if ((error as { errcode?: unknown }).errcode !== SQLITE_FULL) throw error;
      throw new ApiError('storage-full', 'The disk that holds the database is full.');
    } finally {
      this.#waiting--;
    }
  }

  /** Rejects if the writer does not answer. */
  async check(): Promise<void> {
    await this.#writer.get('SELECT 1');
  }

  async #run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const changes: Change[] = [];
    const result = await this.#commit(work, changes);
    // After the commit: an error of a listener must not roll back the next transaction.
    for (const change of changes) this.changes.emit(change);
    return result;
  }

  async #commit<Result>(
    work: (tx: Transaction) => Promise<Result>,
    changes: Change[],
  ): Promise<Result> {
    const writer = this.#writer;
    await writer.begin();
    this.#isWriting = true;
    try {
      const result = await work({
        all: writer.all.bind(writer),
        get: writer.get.bind(writer),
        run: writer.run.bind(writer),
        runMany: writer.runMany.bind(writer),
        updateMany: (update, rows) => writer.runMany(update.perRow, rows),
        claimMany: (claim, ...parameters) => writer.all(claim.alone, ...parameters),
        lockMany: async () => [],
        notify: async (change) => void changes.push(change),
      });
      await writer.commit();
      return result;
    } catch (error) {
      // A full disk has ended the transaction already.
      await writer.rollback().catch(() => undefined);
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }
}
