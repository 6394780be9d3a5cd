import type { MissedMessage } from '../backlog/backlogRows.ts';
import type { SkippedMessage } from '../backlog/planBacklog.ts';

/** The part of a backlog that is being sent. */
export interface Pending {
  readonly deliver: readonly MissedMessage[];
  readonly next: number;
  /** Messages that are skipped, and are not recorded as such yet, in the order of their positions. */
  readonly skip: readonly SkippedMessage[];
  /** The position up to which everything is done once `deliver` is sent. */
  readonly upTo: number;
}

/** What is known in each state, and in no other. */
type State =
  /** `sentUpTo` is the position up to which everything was sent. */
  | { name: 'loading' | 'closed'; sentUpTo: number; pending: undefined }
  | { name: 'behind' | 'catching-up'; sentUpTo: number; pending: Pending | undefined }
  /**
   * Up to `liveFrom` everything came from storage or on an earlier connection; `sentLive` is the last position that was sent
   * as it came.
   */
  | { name: 'live'; liveFrom: number; sentLive: number };

export type DeliveryStateName = State['name'];

/**
 * Where a connection stands with what it is to be sent.
 *
 * ```
 * loading ── loaded ─▶ behind ── startCatchUp ─▶ catching-up ── reachHead ─▶ live
 *                        ▲ ◀───── pauseCatchUp ──────┘                        │
 *                        └─────────────────── fallBehind ─────────────────────┘
 * ```
 *
 * Every one of them is followed by `closed` when the connection closes. An event that does not apply to a state changes
 * nothing; those that lead to another state return whether they did.
 */
export class DeliveryState {
  #state: State;

  constructor(sentUpTo: number) {
    this.#state = { name: 'loading', sentUpTo, pending: undefined };
  }

  get name(): DeliveryStateName {
    return this.#state.name;
  }

  /** The position up to which everything was sent from storage or on an earlier connection. */
  get sentUpTo(): number {
    return this.#state.name === 'live' ? this.#state.liveFrom : this.#state.sentUpTo;
  }

  get pending(): Pending | undefined {
    return this.#state.name === 'live' ? undefined : this.#state.pending;
  }

  /** A position up to which everything certainly was sent, what was sent as it came included. */
  get certainlySentUpTo(): number {
    const state = this.#state;
    return state.name === 'live' ? Math.max(state.liveFrom, state.sentLive) : state.sentUpTo;
  }

  /** Its topics are loaded: the backlog can be sent. */
  loaded(): boolean {
    if (this.#state.name !== 'loading') return false;
    this.#state = { ...this.#state, name: 'behind' };
    return true;
  }

  /** The backlog is being sent, until it is at the head or has no room. */
  startCatchUp(): boolean {
    if (this.#state.name !== 'behind') return false;
    this.#state.name = 'catching-up';
    return true;
  }

  /** Sets the next part of the backlog to send. */
  plan(pending: Pending): void {
    if (this.#state.name === 'catching-up') this.#state.pending = pending;
  }

  /** Some messages of the part are not sent after all. */
  skip(messages: readonly SkippedMessage[]): void {
    const state = this.#state;
    if (state.name !== 'catching-up' || !state.pending) return;
    const skip = [...messages, ...state.pending.skip].toSorted(
      (one, other) => one.position - other.position,
    );
    state.pending = { ...state.pending, skip };
  }

  /**
   * This many messages of the part were sent or skipped, that is, everything up to a position. Returns the skipped messages
   * that it has passed with that.
   */
  advance(count: number, position: number): readonly SkippedMessage[] {
    const state = this.#state;
    if (state.name !== 'catching-up' || !state.pending) return [];
    const { deliver, skip, upTo } = state.pending;
    const next = state.pending.next + count;
    const isWhole = next >= deliver.length;
    const sentUpTo = isWhole ? upTo : position;
    state.sentUpTo = sentUpTo;
    state.pending = isWhole
      ? undefined
      : { ...state.pending, next, skip: skip.filter((each) => each.position > sentUpTo) };
    return skip.filter((each) => each.position <= sentUpTo);
  }

  /** It has no room: it goes on when it has acknowledged some. */
  pauseCatchUp(): boolean {
    if (this.#state.name !== 'catching-up') return false;
    this.#state.name = 'behind';
    return true;
  }

  /** It was sent everything that is stored: from here on, messages are sent as they come. */
  reachHead(): boolean {
    if (this.#state.name !== 'catching-up') return false;
    this.#state = { name: 'live', liveFrom: this.#state.sentUpTo, sentLive: 0 };
    return true;
  }

  /** It was sent a message that just came. */
  sendLive(position: number): void {
    if (this.#state.name === 'live') this.#state.sentLive = position;
  }

  /** It has no room for what comes: everything after a position will come from storage. */
  fallBehind(sentUpTo: number): boolean {
    if (this.#state.name !== 'live') return false;
    this.#state = { name: 'behind', sentUpTo, pending: undefined };
    return true;
  }

  close(): boolean {
    if (this.#state.name === 'closed') return false;
    this.#state = { name: 'closed', sentUpTo: this.sentUpTo, pending: undefined };
    return true;
  }
}
