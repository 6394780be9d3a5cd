import type { StoredMessage } from '../messages/Message.types.ts';
import type { Counts } from './ledgerRows.ts';

/** A message that waits to be acknowledged. */
export type Unacknowledged = Pick<StoredMessage, 'id' | 'position' | 'audience'>;

/**
 * Messages that were sent together, in their order, to one kind of audience. Devices that were sent the same share one
 * piece: acknowledging it is one step for all of its messages, and what becomes of it is counted in one place.
 */
export class Piece {
  readonly messages: readonly Unacknowledged[];
  /** The position of the last of its messages. */
  readonly last: number;
  readonly isForDevices: boolean;
  /** What became of it and is not written down yet. */
  counts: Counts | undefined;

  constructor(messages: readonly Unacknowledged[]) {
    this.messages = messages;
    this.last = messages.at(-1)!.position;
    this.isForDevices = messages[0]!.audience.kind === 'devices';
  }

  /** Some of its messages. */
  part(start: number, end?: number): Piece {
    return start === 0 && end === undefined ? this : new Piece(this.messages.slice(start, end));
  }
}
