import { LIMITS } from '@host/contracts';
import { LRUCache } from 'lru-cache';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';
import { countAnswers } from './idempotencyRows.ts';

const MAX_HOLDERS = 10_000;
/** Counting reads an index entry for each answer: too slow for each request. */
const RECOUNT_EVERY_MS = 5 * 60_000;
const RECOUNT_FULL_EVERY_MS = 10_000;
const KEPT_MS = LIMITS.idempotencyKeySeconds * 1000;

interface Count {
  answers: number;
  oldest: number;
  countedAt: number;
}

/**
 * Limits the answers that are stored for one token or server key: its holder can make up any number of Idempotency-Keys.
 */
export class AnswerQuota {
  readonly #db: Queries;
  readonly #max: number;
  readonly #now: () => number;
  readonly #onFull: (() => void) | undefined;
  readonly #counts = new LRUCache<string, Count>({ max: MAX_HOLDERS });

  constructor(
    db: Queries,
    {
      max,
      now = Date.now,
      onFull,
    }: { max: number; now?: (() => number) | undefined; onFull?: (() => void) | undefined },
  ) {
    this.#db = db;
    this.#max = max;
    this.#now = now;
    this.#onFull = onFull;
  }

  /** Throws when a holder has the maximum of answers; counts one more otherwise. */
  async requireRoom(holder: string): Promise<void> {
    const now = this.#now();
    const count = await this.#countOf(holder, now);
    if (count.answers < this.#max) {
      count.answers++;
      return;
    }
    this.#onFull?.();
    const retryAfterSeconds = Math.max(1, Math.ceil((count.oldest + KEPT_MS - now) / 1000));
    throw new ApiError(
      'quota-exceeded',
      `${this.#max} answers are kept under the Idempotency-Keys of one token; the oldest is kept for ${retryAfterSeconds} more seconds.`,
      { retryAfterSeconds },
    );
  }

  async #countOf(holder: string, now: number): Promise<Count> {
    const known = this.#counts.get(holder);
    const isFull = known !== undefined && known.answers >= this.#max;
    const goodFor = isFull ? RECOUNT_FULL_EVERY_MS : RECOUNT_EVERY_MS;
    if (known && now - known.countedAt < goodFor) return known;
    const counted = await countAnswers(this.#db, holder, now);
    const count = { answers: counted.answers, oldest: counted.oldest ?? now, countedAt: now };
    this.#counts.set(holder, count);
    return count;
  }
}
