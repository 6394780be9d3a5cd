/** Something with a timeout. */
interface Timed {
  runOut(): void;
}

/**
 * The timeouts of many requests. As all have the same length, requests time out in the order of their start, and a single
 * timer is enough: one for each request would cost more than its headers.
 */
export class Deadlines {
  readonly #limitMs: number;
  readonly #ends = new Map<Timed, number>();
  #isAwaited = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  add(timed: Timed): void {
    this.#ends.set(timed, performance.now() + this.#limitMs);
    if (!this.#isAwaited) this.#awaitNext(this.#limitMs);
  }

  delete(timed: Timed): void {
    this.#ends.delete(timed);
  }

  #awaitNext(inMs: number): void {
    this.#isAwaited = true;
    // The connection keeps the process alive; this timer need not.
    setTimeout(this.#sweep, inMs).unref();
  }

  readonly #sweep = (): void => {
    this.#isAwaited = false;
    const now = performance.now();
    for (const [timed, end] of this.#ends) {
      if (end > now) {
        this.#awaitNext(Math.ceil(end - now));
        return;
      }
      this.#ends.delete(timed);
      timed.runOut();
    }
  };
}
