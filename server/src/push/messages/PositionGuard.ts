import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { advanceClock, readClock, readMark, writeMark } from './clockRows.ts';

const ALIVE_EVERY_MS = 60_000;
/** More positions than one server can assign in a millisecond, and the margin that is added on top. */
const SKIPPED_PER_MS = 100;
const MIN_SKIPPED = 1_000_000;

/** After a longer stop, the whole disk may be a restored snapshot, which cannot be detected in any other way. */
const MAX_RESTART_MS = 10 * 60_000;

/** Marks in the data folder that do not survive copying it: that a server was started on it, or stopped on it. */
export interface FolderMarks {
  /** Reads a mark of the last run; undefined when there is none. */
  read(name: MarkOfRun): Promise<number | undefined>;
  /** Replaces a mark, and returns the new one. */
  leave(name: MarkOfRun): Promise<number>;
  remove(name: MarkOfRun): Promise<void>;
}

type MarkOfRun = 'running' | 'stopped';

interface PositionGuardOptions {
  db: Database;
  marks: FolderMarks;
  /** Skips ids in all other tables with generated ids. */
  skipIds: (tx: Queries) => Promise<void>;
  now?: () => number;
  logger?: FastifyBaseLogger | undefined;
}

/** The origin of the data: the previous run stopped cleanly on it, crashed on it, or ran on another copy of it. */
type Origin = 'stopped' | 'cut-off' | 'copy';

/**
 * Makes sure that no position is assigned twice. After a backup was restored, the database can be older than what was sent.
 * Since an id is a position, devices would drop new messages as duplicates of what they have. So a run that does not follow
 * a clean stop on the same data skips more positions than can have been assigned since.
 */
export class PositionGuard {
  readonly #db: Database;
  readonly #marks: FolderMarks;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  /** How many positions were skipped. */
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

  /** Checks how the last run ended. To be called before anything is sent. */
  static async open(options: PositionGuardOptions): Promise<PositionGuard> {
    const { db, marks } = options;
    const aliveAt = await readMark(db, 'alive-at');
    // Without a record, this is the first run.
    const skipped = aliveAt === undefined ? 0 : await skipAfter(aliveAt, options);
    const guard = new PositionGuard(options, skipped);
    await guard.#noteAlive();
    await writeMark(db, 'run-mark', await marks.leave('running'));
    // Last, since a start that is interrupted before this has stored nothing.
    await marks.remove('stopped');
    return guard;
  }

  /** Records a clean stop. To be called after the last send. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#noteAlive();
    await writeMark(this.#db, 'stop-mark', await this.#marks.leave('stopped'));
  }

  async #noteAlive(): Promise<void> {
    await writeMark(this.#db, 'alive-at', this.#now());
  }
}

/** Skips positions if the data may be older than what was sent, and logs what is known of that. Returns their number. */
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
  // A database without marks is from an earlier release, or was restored by the command, which has reported what is lost.
  return runMark === undefined || running === runMark ? 'cut-off' : 'copy';
}
