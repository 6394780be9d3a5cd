/**
 * The number of rows of one kind, and its maximum. Rows are counted periodically, plus what this node adds in between. What
 * other nodes add shows with the next count; until then the daily budgets bound it.
 */
export class RowLimit {
  readonly max: number;
  readonly #count: () => Promise<number>;
  #used = 0;

  constructor(max: number, count: () => Promise<number>) {
    this.max = max;
    this.#count = count;
  }

  async recount(): Promise<void> {
    this.#used = await this.#count();
  }

  add(rows: number): void {
    this.#used = Math.max(0, this.#used + rows);
  }

  /** Whether one more row fits into a share of the maximum. */
  hasRoom(share = 1): boolean {
    return this.#used + 1 <= this.max * share;
  }

  usedRatio(): number {
    return this.#used / this.max;
  }
}
