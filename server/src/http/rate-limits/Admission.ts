/** The burst: what is admitted in a second may arrive at once. */
const BURST_SECONDS = 1;
/** The longest Retry-After. */
const MAX_WAIT_SECONDS = 60;

/** Admits a number of requests per second, by a token bucket. */
export class Admission {
  readonly #perSecond: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;
  /** The time of the last slot that was given to a refused request. */
  #lineEndsAt = -Infinity;

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#tokens = perSecond * BURST_SECONDS;
    this.#filledAt = now();
  }

  /** Takes a token; false if there is none. */
  admit(): boolean {
    const now = this.#now();
    const most = this.#perSecond * BURST_SECONDS;
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(most, filled);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** Reserves a slot for a retry and returns the seconds until then, so that refused clients come back spread out in time. */
  takePlace(): number {
    const now = this.#now();
    const isFull = this.#lineEndsAt >= now + MAX_WAIT_SECONDS * 1000;
    // When all slots are taken they are given out again: some clients retry in vain, but never all at the same moment.
    if (isFull || this.#lineEndsAt < now) this.#lineEndsAt = now;
    this.#lineEndsAt += 1000 / this.#perSecond;
    return Math.ceil((this.#lineEndsAt - now) / 1000);
  }

  /** Returns the token of a request that was admitted and not used. */
  giveBack(): void {
    this.#tokens = Math.min(this.#perSecond * BURST_SECONDS, this.#tokens + 1);
  }
}
