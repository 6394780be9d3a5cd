const WINDOW_MS = 60_000;

/**
 * Limits lines of a kind per minute, so that strangers cannot flood the log; the next line tells how many were left out.
 */
export class LineLimit {
  readonly #max: number;
  #ends = 0;
  #lines = 0;
  #leftOut = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** How many lines were left out before this one; undefined when this one is left out too. */
  admit(): number | undefined {
    const now = performance.now();
    if (now >= this.#ends) {
      this.#ends = now + WINDOW_MS;
      this.#lines = 0;
    }
    if (++this.#lines > this.#max) {
      this.#leftOut++;
      return undefined;
    }
    const before = this.#leftOut;
    this.#leftOut = 0;
    return before;
  }
}
