import type { PriorityWork } from './PriorityWork.ts';

/** Requests of strangers that begin in one turn of the event loop. */
const MAX_BEGUN_IN_A_TURN = 16;
/** Milliseconds of one turn after which no further request begins: too short to be noticed. */
const MAX_TURN_MS = 0.5;
/** The longest pause, in milliseconds, while a send is in progress or a transaction is open: it prevents starvation. */
const MAX_PAUSE_MS = 5;
/** Queued requests of strangers: as many as are handled in a few tenths of a second. */
const MAX_WAITING = 2000;

interface StrangerTurnsOptions {
  /** The work that has priority over strangers. */
  priority?: Pick<PriorityWork, 'isUnderWay' | 'isExpected'>;
  /**
   * Whether a transaction of this thread is open. It needs a turn for each of its statements, and sends wait for its end.
   */
  isWriting?: () => boolean;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * Schedules the requests of strangers, a few in each turn of the event loop. However many there are, known callers wait
 * for no more than those few.
 */
export class StrangerTurns {
  readonly #priority: Pick<PriorityWork, 'isUnderWay' | 'isExpected'>;
  readonly #isWriting: () => boolean;
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  /** How many entries at the start of the queue have begun already. */
  #gone = 0;
  #begun = 0;
  /** When the first request of this turn began. */
  #turnBegan = 0;
  #lastBegun = Number.NEGATIVE_INFINITY;
  /** Until then, all time is left to sends. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #isTurnAwaited = false;
  /** How many requests can begin in the next turn. */
  #places = 0;

  constructor({
    priority = { isUnderWay: () => false, isExpected: () => false },
    isWriting = () => false,
    now = () => performance.now(),
  }: StrangerTurnsOptions = {}) {
    this.#priority = priority;
    this.#isWriting = isWriting;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.length - this.#gone;
  }

  /** Begins at once or in a later turn; false when too many are queued. */
  admit(begin: () => void): boolean {
    if (this.waiting >= MAX_WAITING) return false;
    this.enqueue(begin);
    return true;
  }

  /** Begins at once or in a later turn, without a limit: for work that the number of connections bounds anyway. */
  enqueue(begin: () => void): void {
    this.#awaitTurn();
    if (this.waiting === 0 && this.#isRoom()) {
      this.#begin(begin);
    } else {
      this.#waiting.push(begin);
      this.#addPlace();
    }
  }

  #isRoom(): boolean {
    const now = this.#now();
    if (this.#priority.isUnderWay() || this.#isWriting())
      return now - this.#lastBegun >= MAX_PAUSE_MS;
    if (this.#begun === 0) return now >= this.#restsUntil;
    return this.#begun < MAX_BEGUN_IN_A_TURN && now - this.#turnBegan < MAX_TURN_MS;
  }

  #begin(begin: () => void): void {
    if (this.#begun++ === 0) this.#turnBegan = this.#now();
    begin();
    this.#lastBegun = this.#now();
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    this.#places = 0;
    setImmediate(this.#startTurn);
  }

  /**
   * Most of the work of a request happens after it has begun, before the event loop runs the next callback. So each
   * begins in a callback of its own, and the time until the next callback measures its cost.
   */
  #addPlace(): void {
    if (this.#places === MAX_BEGUN_IN_A_TURN) return;
    this.#places++;
    setImmediate(this.#beginNext);
  }

  /** While sends are expected, they get as much time as strangers took. */
  #rest(): void {
    if (!this.#priority.isExpected()) return;
    const now = this.#now();
    this.#restsUntil = now + (now - this.#turnBegan);
  }

  // Requests of this turn have their slots already: these are for the next one.
  readonly #startTurn = () => {
    this.#isTurnAwaited = false;
    if (this.#begun > 0) this.#rest();
    this.#begun = 0;
    // All at once: shifting one by one would move the whole queue each time.
    this.#waiting.splice(0, this.#gone);
    this.#gone = 0;
    if (this.#waiting.length === 0) return;
    this.#awaitTurn();
    for (let n = 0; n < this.#waiting.length && n < MAX_BEGUN_IN_A_TURN; n++) this.#addPlace();
  };

  readonly #beginNext = () => {
    if (this.waiting > 0 && this.#isRoom()) this.#begin(this.#waiting[this.#gone++]!);
  };
}
