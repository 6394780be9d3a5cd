import { setTimeout as sleep } from 'node:timers/promises';

import { watchOthers } from './otherWork.ts';

const LOOK_MS = 1000;
const MINUTES = Number(process.env['BENCH_PATIENCE_MINUTES'] ?? 5);

/** How long a comparison may wait for a quiet machine: BENCH_PATIENCE_MINUTES, 5 by default. */
export class Patience {
  #leftMs = MINUTES * 60_000;

  get isSpent(): boolean {
    return this.#leftMs <= 0;
  }

  /** Waits until other processes use less than a share of the cores, or the time is up. */
  async waitForQuiet(below: number): Promise<void> {
    while (!this.isSpent) {
      const start = performance.now();
      const watch = await watchOthers([]);
      await sleep(LOOK_MS);
      if ((await watch.stop()) < below) return;
      this.#leftMs -= performance.now() - start;
    }
  }
}
