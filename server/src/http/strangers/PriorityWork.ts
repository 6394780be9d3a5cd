/** Milliseconds after a send for which the next one is expected. */
const EXPECTED_MS = 100;

/** Tracks sends, which have priority over all requests of strangers: whether one is in progress or expected. */
export class PriorityWork {
  readonly #isUnderWay: () => boolean;
  readonly #now: () => number;
  #lastSeen = Number.NEGATIVE_INFINITY;

  /** @param now a monotonic clock in milliseconds */
  constructor(isUnderWay: () => boolean, now: () => number = () => performance.now()) {
    this.#isUnderWay = isUnderWay;
    this.#now = now;
  }

  isUnderWay(): boolean {
    const isUnderWay = this.#isUnderWay();
    if (isUnderWay) this.#lastSeen = this.#now();
    return isUnderWay;
  }

  isExpected(): boolean {
    return this.isUnderWay() || this.#now() - this.#lastSeen < EXPECTED_MS;
  }
}
