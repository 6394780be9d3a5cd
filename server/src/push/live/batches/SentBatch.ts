import type { StoredMessage } from '../../messages/Message.types.ts';
import type { Counts } from './Counts.types.ts';

/** A message that is not acknowledged yet; its payload need not stay in memory. */
export type Unacknowledged = Pick<StoredMessage, 'id' | 'position'>;

/**
 * Messages that were sent together, in order, to one kind of audience. Devices that were sent the same share one object:
 * acknowledging it is one step for all of its messages, and its counts are in one place.
 */
export class SentBatch {
  readonly messages: readonly Unacknowledged[];
  /** The position of the last of its messages. */
  readonly last: number;
  readonly isForDevices: boolean;
  /** Counts that are not written to the database yet. */
  counts: Counts | undefined;

  constructor(messages: readonly Unacknowledged[], isForDevices: boolean) {
    this.messages = messages;
    this.last = messages.at(-1)!.position;
    this.isForDevices = isForDevices;
  }

  /** How many of its messages, from the first, are at a position or before it. */
  countUpTo(position: number): number {
    if (this.last <= position) return this.messages.length;
    return this.messages.findIndex((message) => message.position > position);
  }

  /** A slice of its messages. */
  part(start: number, end: number): SentBatch {
    return start === 0 && end === this.messages.length
      ? this
      : new SentBatch(this.messages.slice(start, end), this.isForDevices);
  }
}

/** The sent batch of messages that all go to the same devices. */
export function sentBatchOf(messages: readonly StoredMessage[]): SentBatch {
  return new SentBatch(
    messages.map(({ id, position }) => ({ id, position })),
    messages[0]!.audience.kind === 'devices',
  );
}
