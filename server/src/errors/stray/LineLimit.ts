const WINDOW_MS = 60_000;

/**
 * Limits log lines of one kind per minute, so that strangers cannot flood the log; the next line says how many were dropped.
 */
export class LineLimit {
  readonly #max: number;
  #ends = 0;
  #lines = 0;
  #leftOut = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** How many lines were dropped before this one; undefined when this one is to be dropped as well. */
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
