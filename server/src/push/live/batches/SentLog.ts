import type { SentBatch } from './SentBatch.ts';

/** One that is over is kept by those alone who still wait for something of it. */
const MAX_BATCHES = 64;

/**
 * Pieces in the order in which they were sent. Those who were sent the same share one: what of it waits to be
 * acknowledged by a device is two numbers, however much that is.
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
