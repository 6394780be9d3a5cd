import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import { advanceClock, readClock, readMark, writeMark } from './clockRows.ts';

const ALIVE_EVERY_MS = 60_000;
/** More positions than one server takes in a millisecond, and what is left out besides. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED = 1_000_000;

/** After a longer stop the whole disk may be a snapshot that was put back, which nothing else tells. */
const MAX_RESTART_MS = 10 * 60_000;

/** Returns whether the database is the one that the last stop left behind. */
export interface StopMark {
  /** Takes the mark of the last stop; undefined when the last run was cut off. */
  take(): Promise<number | undefined>;
  /** Leaves a mark that a copy of the data does not have. */
  leave(): Promise<number>;
}

interface PositionGuardOptions {
  db: Database;
  stopMark: StopMark;
  now?: () => number;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Takes care that no position is given away twice. The database may be older than what was sent: a backup was put back.
 * Devices would take what is sent then for repetitions of what they have, since an id is a position. So a run that does
 * not follow a proper stop on the same data goes on far ahead, by more positions than there can have been since.
 */
export class PositionGuard {
  readonly #db: Database;
  readonly #stopMark: StopMark;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  /** How many positions were left out. */
  readonly skipped: number;

  private constructor(
    { db, stopMark, now = Date.now, logger }: PositionGuardOptions,
    skipped: number,
  ) {
    this.skipped = skipped;
    this.#db = db;
    this.#stopMark = stopMark;
    this.#now = now;
    const noteAlive = () => {
      this.#noteAlive().catch((error: unknown) => {
        logger?.warn({ err: error }, 'could not write down that the server runs');
      });
    };
    this.#timer = setInterval(noteAlive, ALIVE_EVERY_MS).unref();
  }

  /** Looks at how the last run ended, before anything is sent. */
  static async open(options: PositionGuardOptions): Promise<PositionGuard> {
    const { db, stopMark, now = Date.now, logger } = options;
    const mark = await stopMark.take();
    const aliveAt = await readMark(db, 'alive-at');
    const isSameData = mark !== undefined && mark === (await readMark(db, 'stop-mark'));
    // Without a word of the last run there was none.
    const passedMs = aliveAt === undefined ? 0 : Math.max(0, now() - aliveAt);
    let skipped = 0;
    if (aliveAt !== undefined && !(isSameData && passedMs < MAX_RESTART_MS)) {
      skipped = MIN_SKIPPED + passedMs * SKIPPED_PER_MS;
      await db.transaction((tx) => advanceClock(tx, skipped));
      const position = await readClock(db);
      logger?.info(
        { position },
        'the last run was cut off or long ago, or a backup is back: positions were skipped',
      );
    }
    const guard = new PositionGuard(options, skipped);
    await guard.#noteAlive();
    return guard;
  }

  /** Call it when nothing is sent any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await writeMark(this.#db, 'stop-mark', await this.#stopMark.leave());
  }

  async #noteAlive(): Promise<void> {
    await writeMark(this.#db, 'alive-at', this.#now());
  }
}
