import type { SentBatch } from './SentBatch.ts';

/**
 * When a log is full, a new one begins; the full one stays in memory only while devices still have to acknowledge some of
 * it.
 */
const MAX_BATCHES = 64;

/**
 * Sent batches in the order of sending, shared by all devices that were sent the same: what a device has not acknowledged
 * is just a range of indexes, two numbers, however much it is.
 */
export class SentLog {
  readonly sentBatches: SentBatch[];

  constructor(sentBatches: SentBatch[] = []) {
    this.sentBatches = sentBatches;
  }

  get isOver(): boolean {
    return this.sentBatches.length >= MAX_BATCHES;
  }
}
