import { Semaphore } from './Semaphore.ts';

/** Runs one task per name at a time, so that a name with many tasks does not delay the others. */
export class Lanes {
  readonly #max: number;
  readonly #lanes = new Map<string, { turns: Semaphore; size: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs `work` when its turn comes; undefined if too many tasks of this name are queued already. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const lane = this.#lanes.get(name) ?? { turns: new Semaphore(1), size: 0 };
    if (lane.size >= this.#max) return undefined;
    lane.size++;
    this.#lanes.set(name, lane);
    try {
      return await lane.turns.run(work);
    } finally {
      lane.size--;
      if (lane.size === 0) this.#lanes.delete(name);
    }
  }
}
