import { LIMITS } from '@host/contracts';

import type { MissedMessage } from './backlogRows.ts';
import type { Piece } from './Piece.ts';
import type { Run } from './Run.ts';

/** What waits in our memory for a socket that is read too slowly, at most. */
const MOST_BUFFERED_BYTES = 64 * 1024;

/** How bytes get to a device: a WebSocket, or a stream of events. */
export interface Wire {
  /** Whether the device answers on the same connection, so that its silence means something. */
  readonly hearsBack: boolean;
  /** Bytes that the other side has not taken yet. */
  readonly bufferedBytes: number;
  /** What bytes can be sent on past the wire, since nothing waits in it; below zero where that cannot be. */
  readonly descriptor: number;
  /** Writes a run, or what is left of its frames after so many bytes. */
  write(run: Run, from?: number): void;
  /** Something about the connection, in JSON. */
  say(event: { type: string }): void;
  /** Asks for a sign of life; `cursor` is how far a device has come that has nothing to wait for. */
  beat(cursor: number | undefined): void;
  close(code: number, reason: string): void;
}

/** Says that the connection lives, and how far a device has come that has nothing to wait for. */
export function heartbeat(cursor: number): { type: string; cursor: number } {
  return { type: 'heartbeat', cursor };
}

/** A part of what a device missed that is being sent. */
export interface Pending {
  deliver: readonly MissedMessage[];
  next: number;
  /** Everything up to here is dealt with once `deliver` is sent. */
  upTo: number;
}

/**
 * One connected device. While it is live, messages go straight to it. When it is behind, because it just came or takes
 * or acknowledges too slowly, it is sent what is stored until it has caught up: nothing piles up here.
 */
export class Connection {
  readonly deviceId: number;
  readonly wire: Wire;
  personId: string | null;
  topics: ReadonlySet<string> = new Set();
  isLive = false;
  /** While it is live: everything up to here came from storage, or was dealt with before it connected. */
  liveFrom = 0;
  isOpen = true;
  isCatchingUp = false;
  /** While it is not live: everything up to here was sent. */
  sentUpTo: number;
  pending: Pending | undefined;
  lastHeard: number;
  nextBeat: number;
  /** Since when something waits to be acknowledged. */
  unacknowledgedSince: number | undefined;
  /** What is being found out about the device, one after the other. */
  refreshed: Promise<void> = Promise.resolve();
  readonly #unacknowledged: Piece[] = [];
  #offset = 0;
  #count = 0;
  #opened: Set<number> | undefined;

  constructor(
    device: { id: number; personId: string | null },
    wire: Wire,
    after: number,
    times: { now: number; nextBeat: number },
  ) {
    this.deviceId = device.id;
    this.personId = device.personId;
    this.wire = wire;
    this.sentUpTo = after;
    this.lastHeard = times.now;
    this.nextBeat = times.nextBeat;
  }

  /** Whether it can take more: it reads, and acknowledges what it got. */
  get hasRoom(): boolean {
    return (
      this.#count < LIMITS.unacknowledgedMessages && this.wire.bufferedBytes < MOST_BUFFERED_BYTES
    );
  }

  /** Writes messages, and remembers them until they are acknowledged. */
  send(run: Run, now: number): void {
    this.remember(run.piece, now);
    this.wire.write(run);
  }

  /** Writes messages of which only `pieces` are remembered: nobody else keeps them in memory. */
  sendStored(run: Run, now: number, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.remember(piece, now);
    this.wire.write(run);
  }

  /** Takes note that everything up to a position was kept; `took` is called for every piece of it. */
  acknowledge(position: number, now: number, took: (piece: Piece) => void): void {
    const count = this.#count;
    const waiting = this.#unacknowledged;
    let whole = 0;
    for (; whole < waiting.length && waiting[whole]!.last <= position; whole++) {
      const piece = waiting[whole]!;
      took(piece.part(this.#offset));
      this.#count -= piece.messages.length - this.#offset;
      this.#offset = 0;
    }
    waiting.splice(0, whole);
    this.#acknowledgePart(position, took);
    if (this.#count === 0) this.unacknowledgedSince = undefined;
    else if (this.#count < count) this.unacknowledgedSince = now;
  }

  #acknowledgePart(position: number, took: (piece: Piece) => void): void {
    const [piece] = this.#unacknowledged;
    if (!piece) return;
    const start = this.#offset;
    while (piece.messages[this.#offset]!.position <= position) this.#offset++;
    if (this.#offset > start) took(piece.part(start, this.#offset));
    this.#count -= this.#offset - start;
  }

  /** Takes note of messages that are written to it. */
  remember(piece: Piece, now: number): void {
    this.#unacknowledged.push(piece);
    this.#count += piece.messages.length;
    this.unacknowledgedSince ??= now;
  }

  /** Whether this is the first time that it says it opened a message. */
  opens(messageId: number): boolean {
    this.#opened ??= new Set();
    if (this.#opened.has(messageId) || this.#opened.size >= LIMITS.unacknowledgedMessages) {
      return false;
    }
    this.#opened.add(messageId);
    return true;
  }
}
