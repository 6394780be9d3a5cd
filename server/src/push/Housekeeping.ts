import { LIMITS } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import { deleteEndedBudgets } from '../http/rate-limits/budgets/budgetRows.ts';
import { inRounds } from '../operations/inRounds.ts';
import { MAX_STRANGER_SECONDS } from '../operations/quotas/quotaLimits.ts';
import { Sweeper } from '../operations/Sweeper.ts';
import { deleteOldChanges } from '../storage/database/changeRows.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { deleteEndedLocks } from '../storage/database/lockRows.ts';
import { openClock } from '../storage/database/openClock.ts';
import { isMyTurn } from '../storage/database/turns.ts';
import { deleteOldWriters } from '../storage/database/writerRows.ts';
import { expireStrangers, expireUnseen } from './device-lifecycle/expireDevices.ts';
import { deleteEndedOwn } from './device-schedule/deviceScheduleRows.ts';
import type { MessageLog } from './messages/MessageLog.ts';
import { deleteEnded } from './messages/messageRows.ts';
import { countNewSends, deleteOldSendDays } from './messages/sendDayRows.ts';
import { deleteOldChallenges } from './registration/challenges/challengeRows.ts';
import { deleteOldLetters } from './push-services/deadLetterRows.ts';

const SCHEDULE_EVERY_MS = 250;
const SWEEP_EVERY_MS = 10 * 60_000;
const COUNT_EVERY_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

interface HousekeepingOptions {
  db: Database;
  log: MessageLog;
  logger?: FastifyBaseLogger | undefined;
}

/** Periodic work: scheduled messages fall due, and old rows are deleted. */
export class Housekeeping {
  readonly #options: HousekeepingOptions;
  readonly #clock: () => Promise<number>;
  readonly #sweeper: Sweeper;
  readonly #counter: Sweeper;
  #timer: NodeJS.Timeout | undefined;
  #placing: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: HousekeepingOptions) {
    const { db, logger } = options;
    this.#options = options;
    this.#clock = openClock(db);
    this.#sweeper = new Sweeper({
      sweep: async () => sweep(db, await this.#clock()),
      isMyTurn: () => isMyTurn(db, 'swept-at', SWEEP_EVERY_MS / 2),
      everyMs: SWEEP_EVERY_MS,
      failure: 'old messages and devices stay for now',
      logger,
    });
    this.#counter = new Sweeper({
      sweep: async () => {
        while ((await countNewSends(db)) > 0);
      },
      everyMs: COUNT_EVERY_MS,
      failure: 'sends are counted later',
      logger,
    });
  }

  start(): void {
    this.#counter.start();
    this.#timer = setInterval(() => this.#placeDue(), SCHEDULE_EVERY_MS).unref();
    this.#sweeper.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#sweeper.close();
    await this.#counter.close();
    await this.#placing;
  }

  #placeDue(): void {
    this.#placing ??= this.#placeAllDue()
      .catch((error: unknown) =>
        this.#options.logger?.warn({ err: error }, 'scheduled messages wait'),
      )
      .finally(() => (this.#placing = undefined));
  }

  async #placeAllDue(): Promise<void> {
    // Many are due at a full hour. Another node may have taken those that were counted.
    while ((await this.#options.log.placeDue(await this.#clock())) && !this.#isClosed);
  }
}

/** Deletes devices that were not seen for long, messages that ended long ago, and what belongs to them. */
export async function sweep(db: Database, now: number): Promise<void> {
  const devicesBefore = now - LIMITS.deviceSeconds * 1000;
  const messagesBefore = now - LIMITS.messageHistorySeconds * 1000;
  await inRounds((most) => deleteOldChallenges(db, now, most));
  const strangersBefore = now - MAX_STRANGER_SECONDS * 1000;
  await inRounds((most) => expireUnseen(db, devicesBefore, most));
  await inRounds((most) => expireStrangers(db, strangersBefore, most));
  await inRounds((most) => deleteEndedOwn(db, now - DAY_MS, most));
  await inRounds((most) => deleteEnded(db, messagesBefore, most));
  await inRounds((most) => deleteOldLetters(db, messagesBefore, most));
  await inRounds((most) => deleteOldWriters(db, now - DAY_MS, most));
  await inRounds((most) => deleteEndedBudgets(db, now, most));
  await inRounds((most) => deleteEndedLocks(db, now - DAY_MS, most));
  await inRounds((most) => deleteOldChanges(db, now - SWEEP_EVERY_MS, most));
  const daysBefore = new Date(now - LIMITS.analyticsSeconds * 1000).toISOString().slice(0, 10);
  await inRounds((most) => deleteOldSendDays(db, daysBefore, most));
}
