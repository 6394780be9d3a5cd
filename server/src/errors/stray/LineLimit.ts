const WINDOW_MS = 60_000;

/** Keeps what strangers can cause from flooding the log: so many lines of a kind a minute, and then how many more there were. */
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
