import type { SentBatch } from '../batches/SentBatch.ts';
import { SentLog } from '../batches/SentLog.ts';

/** Sent batches of a log: indexes from `from` to before `to`. */
interface Segment {
  sentLog: SentLog;
  from: number;
  to: number;
}

const NOWHERE = new SentLog();

/**
 * What one device was sent and has not acknowledged. Most devices stay on the same log for a long time, so the common case
 * is that its segment just grows in place.
 */
export class UnacknowledgedQueue {
  #count = 0;
  #sentLog = NOWHERE;
  #from = 0;
  #to = 0;
  readonly #earlier: Segment[] = [];
  /** How many messages of the first sent batch are acknowledged. */
  #offset = 0;

  /** How many messages. */
  get count(): number {
    return this.#count;
  }

  /** Adds the batch at an index of a log. */
  add(sentLog: SentLog, index: number): void {
    if (sentLog !== this.#sentLog || index !== this.#to) this.#begin(sentLog, index);
    this.#to = index + 1;
    this.#count += sentLog.sentBatches[index]!.messages.length;
  }

  /** Removes everything up to a position; `took` is called for every batch of it. */
  acknowledge(position: number, took: (sentBatch: SentBatch) => void): void {
    for (let first = this.#earlier[0]; first; first = this.#earlier[0]) {
      first.from = this.#take(first, position, took);
      if (first.from < first.to) return;
      this.#earlier.shift();
    }
    const latest = { sentLog: this.#sentLog, from: this.#from, to: this.#to };
    this.#from = this.#take(latest, position, took);
  }

  #begin(sentLog: SentLog, index: number): void {
    if (this.#from < this.#to) {
      this.#earlier.push({ sentLog: this.#sentLog, from: this.#from, to: this.#to });
    }
    this.#sentLog = sentLog;
    this.#from = index;
  }

  /** Removes the acknowledged batches of a segment. Returns the index of the first that is left. */
  #take(
    { sentLog, from, to }: Segment,
    position: number,
    took: (sentBatch: SentBatch) => void,
  ): number {
    for (let index = from; index < to; index++) {
      const sentBatch = sentLog.sentBatches[index]!;
      const start = this.#offset;
      const end = sentBatch.countUpTo(position);
      if (end > start) {
        took(sentBatch.part(start, end));
        this.#count -= end - start;
      }
      if (end < sentBatch.messages.length) {
        this.#offset = Math.max(start, end);
        return index;
      }
      this.#offset = 0;
    }
    return to;
  }
}
