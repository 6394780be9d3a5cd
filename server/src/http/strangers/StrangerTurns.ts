import type { PriorityWork } from './PriorityWork.ts';

/** Requests of strangers that begin in one turn of the event loop, however little each takes. */
const MAX_BEGUN_IN_A_TURN = 16;
/** Milliseconds of one turn after which no further one begins: nobody notices a wait of that length. */
const MAX_TURN_MS = 0.5;
/** Milliseconds for which none begins while a send is under way or a transaction is open. Nobody is held up for ever. */
const MAX_PAUSE_MS = 5;
/** Requests of strangers that wait for their turn: what is done in a few tenths of a second. */
const MAX_WAITING = 2000;

interface StrangerTurnsOptions {
  /** For whom strangers wait. */
  priority?: Pick<PriorityWork, 'isUnderWay' | 'isExpected'>;
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
  readonly #priority: Pick<PriorityWork, 'isUnderWay' | 'isExpected'>;
  readonly #isWriting: () => boolean;
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  /** How many of those who wait have begun, and are still in the list. */
  #gone = 0;
  #begun = 0;
  /** When the first one of this turn began. */
  #turnBegan = 0;
  #lastBegun = Number.NEGATIVE_INFINITY;
  /** Until when the time is left to senders. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #isTurnAwaited = false;
  /** How many can begin in the turn that is awaited. */
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

  /** Begins at once or in one of the next turns; says false when too many wait already. */
  admit(begin: () => void): boolean {
    if (this.waiting >= MAX_WAITING) return false;
    this.enqueue(begin);
    return true;
  }

  /** Begins at once or in one of the next turns, however many wait: for what is bounded by the connections there are. */
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
   * Most of what a request takes happens after it has begun, once its body is read: before the event loop calls the next
   * thing. So each begins in a call of its own, and the time until the next one is what it took.
   */
  #addPlace(): void {
    if (this.#places === MAX_BEGUN_IN_A_TURN) return;
    this.#places++;
    setImmediate(this.#beginNext);
  }

  /** While senders send, as much time as strangers took is left to them. */
  #rest(): void {
    if (!this.#priority.isExpected()) return;
    const now = this.#now();
    this.#restsUntil = now + (now - this.#turnBegan);
  }

  // Those that follow in this turn have their places already: what is added here is for the next one.
  readonly #startTurn = () => {
    this.#isTurnAwaited = false;
    if (this.#begun > 0) this.#rest();
    this.#begun = 0;
    // Not one by one: each would move all that wait.
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
