/** Requests of strangers that begin in one turn of the event loop: about a millisecond of work, which nobody notices. */
const MAX_BEGUN_IN_A_TURN = 16;
/** Requests of strangers that wait for their turn: what is done in a few tenths of a second. */
const MAX_WAITING = 2000;

/**
 * Lets requests of strangers begin, a few in each turn of the event loop and the rest in the turns that follow. However
 * many there are, whoever is known waits for no more than those few.
 */
export class StrangerTurns {
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #isTurnAwaited = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Begins at once or in one of the next turns; says false when too many wait already. */
  admit(begin: () => void): boolean {
    const isRoom = this.#begun < MAX_BEGUN_IN_A_TURN && this.#waiting.length === 0;
    if (!isRoom && this.#waiting.length >= MAX_WAITING) return false;
    this.#awaitTurn();
    if (isRoom) {
      this.#begun++;
      begin();
    } else {
      this.#waiting.push(begin);
    }
    return true;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnAwaited = false;
    const beginning = this.#waiting.splice(0, MAX_BEGUN_IN_A_TURN);
    this.#begun = beginning.length;
    if (beginning.length > 0) this.#awaitTurn();
    for (const begin of beginning) begin();
  }
}
