import type { SentBatch } from './SentBatch.ts';

/**
 * When a log is full, a new one begins; the full one stays in memory only for devices that still have to acknowledge
 * some of it.
 */
const MAX_BATCHES = 64;

/**
 * Sent batches in the order of sending, shared by all devices that were sent the same: what one of them has not
 * acknowledged is a range of indexes, two numbers, however much that is.
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
