import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { advanceClock, readClock, readMark, writeMark } from './clockRows.ts';

const ALIVE_EVERY_MS = 60_000;
/** More positions than one server takes in a millisecond, and what is left out besides. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED = 1_000_000;

/** After a longer stop the whole disk may be a snapshot that was put back, which nothing else tells. */
const MAX_RESTART_MS = 10 * 60_000;

/** Marks in the folder of the data that a copy of it does not have: the server was started on it, or ended on it. */
export interface FolderMarks {
  /** Reads a mark of the last run; undefined when there is none. */
  read(name: MarkOfRun): Promise<number | undefined>;
  /** Leaves a mark anew, and returns it. */
  leave(name: MarkOfRun): Promise<number>;
  remove(name: MarkOfRun): Promise<void>;
}

type MarkOfRun = 'running' | 'stopped';

interface PositionGuardOptions {
  db: Database;
  marks: FolderMarks;
  /** Leaves out ids of everything else that has some. */
  skipIds: (tx: Queries) => Promise<void>;
  now?: () => number;
  logger?: FastifyBaseLogger | undefined;
}

/** What is known of the data: the run before ended on it as it should, or was cut off on it, or ran on another copy of it. */
type Origin = 'stopped' | 'cut-off' | 'copy';

/**
 * Takes care that no position is given away twice. The database may be older than what was sent: a backup was put back.
 * Devices would take what is sent then for repetitions of what they have, since an id is a position. So a run that does
 * not follow a proper stop on the same data goes on far ahead, by more positions than there can have been since.
 */
export class PositionGuard {
  readonly #db: Database;
  readonly #marks: FolderMarks;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  /** How many positions were left out. */
  readonly skipped: number;

  private constructor(
    { db, marks, now = Date.now, logger }: PositionGuardOptions,
    skipped: number,
  ) {
    this.skipped = skipped;
    this.#db = db;
    this.#marks = marks;
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
    const { db, marks } = options;
    const aliveAt = await readMark(db, 'alive-at');
    // Without a word of the last run there was none.
    const skipped = aliveAt === undefined ? 0 : await skipAfter(aliveAt, options);
    const guard = new PositionGuard(options, skipped);
    await guard.#noteAlive();
    await writeMark(db, 'run-mark', await marks.leave('running'));
    // Last: a start that is cut off before has stored nothing.
    await marks.remove('stopped');
    return guard;
  }

  /** Call it when nothing is sent any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#noteAlive();
    await writeMark(this.#db, 'stop-mark', await this.#marks.leave('stopped'));
  }

  async #noteAlive(): Promise<void> {
    await writeMark(this.#db, 'alive-at', this.#now());
  }
}

/** Skips positions where the data may be older than what was sent, and says what is known of that. Returns how many. */
async function skipAfter(
  aliveAt: number,
  { db, marks, skipIds, now = Date.now, logger }: PositionGuardOptions,
): Promise<number> {
  const origin = await originOf(db, marks);
  const passedMs = Math.max(0, now() - aliveAt);
  if (origin === 'stopped' && passedMs < MAX_RESTART_MS) return 0;
  const keptUpTo = await readClock(db);
  const count = MIN_SKIPPED + passedMs * SKIPPED_PER_MS;
  await db.transaction(async (tx) => {
    await advanceClock(tx, count);
    if (origin === 'copy') await skipIds(tx);
  });
  const known = { keptUpTo, position: keptUpTo + count, since: new Date(aliveAt).toISOString() };
  if (origin === 'copy') {
    logger?.warn(
      known,
      'the data folder, or the database in it, is a copy that was put back, or its files changed hands: what was stored after `since` is lost if there was anything, messages with ids above keptUpTo among it; positions were skipped',
    );
  } else {
    logger?.info(
      known,
      'the last run was cut off or long ago: positions were skipped; if a snapshot of the whole disk was put back, what was stored after `since` is lost',
    );
  }
  return count;
}

async function originOf(db: Database, marks: FolderMarks): Promise<Origin> {
  const [stopMark, runMark] = [await readMark(db, 'stop-mark'), await readMark(db, 'run-mark')];
  const [stopped, running] = [await marks.read('stopped'), await marks.read('running')];
  if (stopped !== undefined) {
    if (stopped === stopMark) return 'stopped';
    if (stopMark !== undefined) return 'copy';
  }
  // A database that knows of no marks is of an earlier release, or was restored by the command, which has said what is lost.
  return runMark === undefined || running === runMark ? 'cut-off' : 'copy';
}
