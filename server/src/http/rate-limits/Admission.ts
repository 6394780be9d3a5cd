/** A second of what is admitted may come at once. */
const BURST_SECONDS = 1;
/** Nobody is told to wait for longer. */
const MAX_WAIT_SECONDS = 60;

/** Admits a number of requests per second, by a token bucket. */
export class Admission {
  readonly #perSecond: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;
  /** When the last one's turn is of those who were told to come again. */
  #lineEndsAt = -Infinity;

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#tokens = perSecond * BURST_SECONDS;
    this.#filledAt = now();
  }

  /** Whether the next one may come. */
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

  /** In how many seconds one who was not admitted comes again: they have their turns one after the other. */
  takePlace(): number {
    const now = this.#now();
    const isFull = this.#lineEndsAt >= now + MAX_WAIT_SECONDS * 1000;
    // Then places are given a second time: some come for nothing, but never all of them at one moment.
    if (isFull || this.#lineEndsAt < now) this.#lineEndsAt = now;
    this.#lineEndsAt += 1000 / this.#perSecond;
    return Math.ceil((this.#lineEndsAt - now) / 1000);
  }

  /** Makes room for another one in place of one that was admitted and did not come. */
  giveBack(): void {
    this.#tokens = Math.min(this.#perSecond * BURST_SECONDS, this.#tokens + 1);
  }
}
