import type { MissedMessage } from '../backlog/backlogRows.ts';
import type { SkippedMessage } from '../backlog/planBacklog.ts';

/** The part of a backlog that is being sent. */
export interface Pending {
  readonly deliver: readonly MissedMessage[];
  readonly next: number;
  /** Skipped messages that are not recorded as such yet, ordered by position. */
  readonly skip: readonly SkippedMessage[];
  /** The position that is reached once `deliver` is sent. */
  readonly upTo: number;
}

/** Each state with the data that exists only in that state. */
type State =
  /** `sentUpTo` is the position up to which everything was sent. */
  | { name: 'loading' | 'closed'; sentUpTo: number; pending: undefined }
  | { name: 'behind' | 'catching-up'; sentUpTo: number; pending: Pending | undefined }
  /**
   * Everything up to `liveFrom` was sent from storage or on an earlier connection; `sentLive` is the last position that was
   * sent live.
   */
  | { name: 'live'; liveFrom: number; sentLive: number };

export type DeliveryStateName = State['name'];

/**
 * The state machine of a connection's delivery.
 *
 * ```
 * loading ── loaded ─▶ behind ── startCatchUp ─▶ catching-up ── reachHead ─▶ live
 *                        ▲ ◀───── pauseCatchUp ──────┘                        │
 *                        └─────────────────── fallBehind ─────────────────────┘
 * ```
 *
 * Every state changes to `closed` when the connection closes. An event that does not apply to the current state changes
 * nothing; events that can change the state return whether they did.
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

  /** A position up to which everything has certainly been sent, including live messages. */
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

  /** Starts sending the backlog, until the device is at the head or has no room. */
  startCatchUp(): boolean {
    if (this.#state.name !== 'behind') return false;
    this.#state.name = 'catching-up';
    return true;
  }

  /** Sets the next part of the backlog to send. */
  plan(pending: Pending): void {
    if (this.#state.name === 'catching-up') this.#state.pending = pending;
  }

  /** Marks messages of the part that are skipped after all. */
  skip(messages: readonly SkippedMessage[]): void {
    const state = this.#state;
    if (state.name !== 'catching-up' || !state.pending) return;
    const skip = [...messages, ...state.pending.skip].toSorted(
      (one, other) => one.position - other.position,
    );
    state.pending = { ...state.pending, skip };
  }

  /**
   * Records that this many messages of the part were sent or skipped, that is, everything up to a position. Returns the skipped
   * messages among them.
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

  /** Pauses, since the device has no room until it has acknowledged some. */
  pauseCatchUp(): boolean {
    if (this.#state.name !== 'catching-up') return false;
    this.#state.name = 'behind';
    return true;
  }

  /** Everything stored was sent: from here on, messages are sent live. */
  reachHead(): boolean {
    if (this.#state.name !== 'catching-up') return false;
    this.#state = { name: 'live', liveFrom: this.#state.sentUpTo, sentLive: 0 };
    return true;
  }

  /** A message was sent live. */
  sendLive(position: number): void {
    if (this.#state.name === 'live') this.#state.sentLive = position;
  }

  /** The device has no room for live messages: everything after a position will be sent from storage. */
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
