/** Refusals per second that are answered at once, in all. */
const MAX_PROMPT_REFUSALS_PER_SECOND = 50;
/** Refusals that are delayed at the same time: each holds a connection, which costs less than its next request would. */
const MAX_DELAYED_REFUSALS = 2000;
const SECOND_MS = 1000;

/**
 * Decides when a refusal is answered: at once while they are few, delayed when there are many. Clients that retry
 * immediately are slowed down to one request per second on each connection, since refusing costs nearly as much as
 * answering.
 */
export class RefusalPace {
  readonly #delayMs: number;
  readonly #now: () => number;
  #windowEnds = Number.NEGATIVE_INFINITY;
  #prompt = 0;
  #delayed = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(delayMs: number, now: () => number = () => performance.now()) {
    this.#delayMs = delayMs;
    this.#now = now;
  }

  /** Answers at once, or delayed when there are many refusals. */
  answer(send: () => void): void {
    if (this.#isPrompt()) send();
    else this.answerLate(send);
  }

  /** Answers delayed: for clients that exceeded a rate limit. */
  answerLate(send: () => void): void {
    if (this.#delayMs === 0 || this.#delayed >= MAX_DELAYED_REFUSALS) return send();
    this.#delayed++;
    setTimeout(() => {
      this.#delayed--;
      send();
    }, this.#delayMs);
  }

  #isPrompt(): boolean {
    const now = this.#now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + SECOND_MS;
      this.#prompt = 0;
    }
    return ++this.#prompt <= MAX_PROMPT_REFUSALS_PER_SECOND;
  }
}
