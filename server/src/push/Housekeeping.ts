import { LIMITS } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import { forgetOldCounts } from '../hosting/analytics/analyticsRows.ts';
import { dayOf } from '../hosting/analytics/dayOf.ts';
import { forgetFormerPaths } from '../hosting/records/pathRows.ts';
import { forgetOldDays } from '../hosting/reports/dayRows.ts';
import { MAX_REPORT_DAYS, MAX_STRANGER_SECONDS } from '../operations/quotas/quotaLimits.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { deleteEndedOwn } from './device-schedule/deviceScheduleRows.ts';
import type { MessageLog } from './messages/MessageLog.ts';
import { deleteEnded } from './messages/messageRows.ts';
import { deleteOldChallenges } from './registration/challenges/challengeRows.ts';
import { forgetStrangers, forgetUnseen } from './registration/forgetDevices.ts';
import { deleteOldLetters } from './upstream/jobRows.ts';

const SCHEDULE_EVERY_MS = 250;
const SWEEP_EVERY_MS = 10 * 60_000;
const MOST_AT_ONCE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

interface HousekeepingOptions {
  db: Database;
  log: MessageLog;
  logger?: FastifyBaseLogger | undefined;
}

/** What happens by the clock: scheduled messages fall due, and what is old is forgotten. */
export class Housekeeping {
  readonly #options: HousekeepingOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  #placing: Promise<void> | undefined;

  constructor(options: HousekeepingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timers.push(
      setInterval(() => this.#placeDue(), SCHEDULE_EVERY_MS),
      setInterval(() => void this.#sweepNow(), SWEEP_EVERY_MS),
    );
    for (const timer of this.#timers) timer.unref();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#placing;
  }

  #placeDue(): void {
    this.#placing ??= this.#options.log
      .placeDue(Date.now())
      .then(
        () => undefined,
        (error: unknown) => this.#options.logger?.warn({ err: error }, 'scheduled messages wait'),
      )
      .finally(() => (this.#placing = undefined));
  }

  async #sweepNow(): Promise<void> {
    await sweep(this.#options.db, Date.now()).catch((error: unknown) =>
      this.#options.logger?.warn({ err: error }, 'old messages and devices stay for now'),
    );
  }
}

/** Forgets devices that were not seen for long, and messages that ended long ago. Little by little: others write, too. */
export async function sweep(db: Database, now: number): Promise<void> {
  const devicesBefore = now - LIMITS.deviceSeconds * 1000;
  const messagesBefore = now - LIMITS.messageHistorySeconds * 1000;
  await repeat(() => deleteOldChallenges(db, now, MOST_AT_ONCE));
  const strangersBefore = now - MAX_STRANGER_SECONDS * 1000;
  await repeat(() => forgetUnseen(db, devicesBefore, MOST_AT_ONCE));
  await repeat(() => forgetStrangers(db, strangersBefore, MOST_AT_ONCE));
  await repeat(() => deleteEndedOwn(db, now - DAY_MS, MOST_AT_ONCE));
  const countsBefore = dayOf(now - LIMITS.analyticsSeconds * 1000);
  await repeat(() => forgetOldCounts(db, countsBefore, MOST_AT_ONCE));
  await repeat(() => forgetFormerPaths(db, now, MOST_AT_ONCE));
  const reportsBefore = dayOf(now - MAX_REPORT_DAYS * DAY_MS);
  await repeat(() => forgetOldDays(db, reportsBefore, MOST_AT_ONCE));
  await repeat(() => deleteEnded(db, messagesBefore, MOST_AT_ONCE));
  await repeat(() => deleteOldLetters(db, messagesBefore, MOST_AT_ONCE));
}

async function repeat(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === MOST_AT_ONCE);
}
