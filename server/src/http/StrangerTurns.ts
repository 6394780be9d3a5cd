/** Requests of strangers that begin in one turn of the event loop, however little each takes. */
const MAX_BEGUN_IN_A_TURN = 16;
/** Milliseconds of one turn after which no further one begins: nobody notices a wait of that length. */
const MAX_TURN_MS = 0.5;
/** Milliseconds for which none begins while a transaction is open. Most take less, and long ones hold up nobody for ever. */
const MAX_PAUSE_MS = 5;
/** Requests of strangers that wait for their turn: what is done in a few tenths of a second. */
const MAX_WAITING = 2000;

interface StrangerTurnsOptions {
  /**
   * Whether a transaction of this thread is open. It comes one turn further with each of its statements, and senders wait
   * for its end: the turns are left to it.
   */
  isWriting?: () => boolean;
  /** Milliseconds of any clock that does not go back. */
  now?: () => number;
}

/**
 * Lets requests of strangers begin, a few in each turn of the event loop and the rest in the turns that follow. However
 * many there are, whoever is known waits for no more than those few.
 */
export class StrangerTurns {
  readonly #isWriting: () => boolean;
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #spentMs = 0;
  #lastBegun = Number.NEGATIVE_INFINITY;
  #isTurnAwaited = false;

  constructor({
    isWriting = () => false,
    now = () => performance.now(),
  }: StrangerTurnsOptions = {}) {
    this.#isWriting = isWriting;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Begins at once or in one of the next turns; says false when too many wait already. */
  admit(begin: () => void): boolean {
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.enqueue(begin);
    return true;
  }

  /** Begins at once or in one of the next turns, however many wait: for what is bounded by the connections there are. */
  enqueue(begin: () => void): void {
    this.#awaitTurn();
    if (this.#waiting.length === 0 && this.#isRoom()) this.#begin(begin);
    else this.#waiting.push(begin);
  }

  #isRoom(): boolean {
    if (this.#isWriting()) return this.#now() - this.#lastBegun >= MAX_PAUSE_MS;
    return this.#begun < MAX_BEGUN_IN_A_TURN && this.#spentMs < MAX_TURN_MS;
  }

  #begin(begin: () => void): void {
    const start = this.#now();
    this.#begun++;
    begin();
    this.#lastBegun = this.#now();
    this.#spentMs += this.#lastBegun - start;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnAwaited = false;
    this.#begun = 0;
    this.#spentMs = 0;
    if (this.#waiting.length === 0) return;
    this.#awaitTurn();
    // Not one by one from the front: each would move all that wait.
    let next = 0;
    while (next < this.#waiting.length && this.#isRoom()) this.#begin(this.#waiting[next++]!);
    this.#waiting.splice(0, next);
  }
}
