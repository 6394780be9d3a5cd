/** Milliseconds after a send for which the next one is expected. */
const EXPECTED_MS = 100;

/** Sends, for which everything that strangers ask for waits: whether one is under way, and whether one is likely to come. */
export class PriorityWork {
  readonly #isUnderWay: () => boolean;
  readonly #now: () => number;
  #lastSeen = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of any clock that does not go back */
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
