import type { MissedMessage } from '../backlog/backlogRows.ts';
import type { SkippedMessage } from '../backlog/planBacklog.ts';

/** The part of a backlog that is being sent. */
export interface Pending {
  deliver: readonly MissedMessage[];
  next: number;
  /** Messages that are skipped, and are not recorded as such yet. */
  skip: SkippedMessage[];
  /** The position up to which everything is done once `deliver` is sent. */
  upTo: number;
}

export type DeliveryStateName = 'loading' | 'behind' | 'catching-up' | 'live' | 'closed';

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
 * nothing and gives false.
 */
export class DeliveryState {
  #name: DeliveryStateName = 'loading';
  #sentUpTo: number;
  #pending: Pending | undefined;
  #liveFrom = 0;
  #sentLive = 0;

  constructor(sentUpTo: number) {
    this.#sentUpTo = sentUpTo;
  }

  get name(): DeliveryStateName {
    return this.#name;
  }

  /** While it is not live: the position up to which everything was sent. */
  get sentUpTo(): number {
    return this.#sentUpTo;
  }

  get pending(): Pending | undefined {
    return this.#pending;
  }

  /** While it is live: the position up to which everything came from storage or on an earlier connection. */
  get liveFrom(): number {
    return this.#liveFrom;
  }

  /** While it is live: a position up to which everything certainly was sent. */
  get certainlySentUpTo(): number {
    return Math.max(this.#liveFrom, this.#sentLive);
  }

  /** Its topics are loaded: the backlog can be sent. */
  loaded(): boolean {
    return this.#change('loading', 'behind');
  }

  /** The backlog is being sent, until it is at the head or has no room. */
  startCatchUp(): boolean {
    return this.#change('behind', 'catching-up');
  }

  /** Sets the next part of the backlog to send. */
  plan(pending: Pending): void {
    if (this.#name === 'catching-up') this.#pending = pending;
  }

  /** This many messages of the part were sent, that is, everything up to a position. */
  advance(count: number, position: number): void {
    const pending = this.#pending;
    if (this.#name !== 'catching-up' || !pending) return;
    pending.next += count;
    const isWhole = pending.next >= pending.deliver.length;
    this.#sentUpTo = isWhole ? pending.upTo : position;
    if (isWhole) this.#pending = undefined;
  }

  /** It has no room: it goes on when it has acknowledged some. */
  pauseCatchUp(): boolean {
    return this.#change('catching-up', 'behind');
  }

  /** It was sent everything that is stored: from here on, messages are sent as they come. */
  reachHead(): boolean {
    if (!this.#change('catching-up', 'live')) return false;
    this.#liveFrom = this.#sentUpTo;
    return true;
  }

  /** It was sent a message that just came. */
  sendLive(position: number): void {
    this.#sentLive = position;
  }

  /** It has no room for what comes: everything after a position will come from storage. */
  fallBehind(sentUpTo: number): boolean {
    if (!this.#change('live', 'behind')) return false;
    this.#sentUpTo = sentUpTo;
    return true;
  }

  close(): boolean {
    if (this.#name === 'closed') return false;
    this.#name = 'closed';
    this.#pending = undefined;
    return true;
  }

  #change(from: DeliveryStateName, to: DeliveryStateName): boolean {
    if (this.#name !== from) return false;
    this.#name = to;
    return true;
  }
}
