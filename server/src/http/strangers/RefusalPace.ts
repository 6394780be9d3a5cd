/** Refusals a second that are answered at once, of the whole server. */
const MAX_PROMPT_REFUSALS_PER_SECOND = 50;
/** Refusals that are held back at the same time: each holds a connection, which costs less than the next one does. */
const MAX_DELAYED_REFUSALS = 2000;
const SECOND_MS = 1000;

/**
 * Says when a refusal is answered: at once as long as they are few, later when there are many. Whoever asks again as soon
 * as there is an answer then asks once a second for each connection, and refusing costs nearly as much as answering.
 */
export class RefusalPace {
  readonly #delayMs: number;
  readonly #now: () => number;
  #windowEnds = Number.NEGATIVE_INFINITY;
  #prompt = 0;
  #delayed = 0;

  /** @param now milliseconds of any clock that does not go back */
  constructor(delayMs: number, now: () => number = () => performance.now()) {
    this.#delayMs = delayMs;
    this.#now = now;
  }

  /** Answers at once, or after a while when many are refused. */
  answer(send: () => void): void {
    if (this.#isPrompt()) send();
    else this.answerLate(send);
  }

  /** Answers after a while, for those who were told before that they ask too often. */
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
