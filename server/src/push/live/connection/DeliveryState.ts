import type { MissedMessage } from '../backlog/backlogRows.ts';
import type { SkippedMessage } from '../backlog/planBacklog.ts';

/** A part of what a device missed that is being sent. */
export interface Pending {
  deliver: readonly MissedMessage[];
  next: number;
  /** What is not to be sent, and was not passed yet. */
  skip: SkippedMessage[];
  /** Everything up to here is dealt with once `deliver` is sent. */
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
 * Every one of them is followed by `closed` when the connection closes. An event that a state does not know changes
 * nothing, and says so.
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

  /** While it is not live: everything up to here was sent. */
  get sentUpTo(): number {
    return this.#sentUpTo;
  }

  get pending(): Pending | undefined {
    return this.#pending;
  }

  /** While it is live: everything up to here came from storage, or was dealt with before it connected. */
  get liveFrom(): number {
    return this.#liveFrom;
  }

  /** While it is live: everything up to here came from storage or was sent as it came, if not more. */
  get reached(): number {
    return Math.max(this.#liveFrom, this.#sentLive);
  }

  /** Its topics are known: what is stored can be sent to it. */
  loaded(): boolean {
    return this.#change('loading', 'behind');
  }

  /** What is stored is being sent to it, until it is at the head or has no room. */
  startCatchUp(): boolean {
    return this.#change('behind', 'catching-up');
  }

  /** It is known what the next part of it is. */
  plan(pending: Pending): void {
    if (this.#name === 'catching-up') this.#pending = pending;
  }

  /** Some of the part was sent, with everything up to a position. */
  advance(count: number, position: number): void {
    const pending = this.#pending;
    if (this.#name !== 'catching-up' || !pending) return;
    pending.next += count;
    const isWhole = pending.next >= pending.deliver.length;
    this.#sentUpTo = isWhole ? pending.upTo : position;
    if (isWhole) this.#pending = undefined;
  }

  /** It has no room for more: it goes on when it has acknowledged some. */
  pauseCatchUp(): boolean {
    return this.#change('catching-up', 'behind');
  }

  /** It was sent everything that there is: what comes next goes to it as it comes. */
  reachHead(): boolean {
    if (!this.#change('catching-up', 'live')) return false;
    this.#liveFrom = this.#sentUpTo;
    return true;
  }

  /** It was sent a message as it came. */
  sendLive(position: number): void {
    this.#sentLive = position;
  }

  /** It cannot take what comes: it gets everything after a position from storage. */
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
