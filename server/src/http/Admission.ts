/** A second of what is admitted may come at once. */
const BURST_SECONDS = 1;

/** Admits so many a second, by a bucket of tokens. */
export class Admission {
  readonly #perSecond: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

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
}
