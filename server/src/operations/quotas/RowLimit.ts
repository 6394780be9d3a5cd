/**
 * The number of rows of one kind, and its maximum. Rows are counted from time to time, and what this node adds in between is
 * added; what other nodes add is seen with the next count, and until then the budgets of a day bound it.
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

  /** Whether there is room for one more row in a share of the maximum. */
  hasRoom(share = 1): boolean {
    return this.#used + 1 <= this.max * share;
  }

  usedRatio(): number {
    return this.#used / this.max;
  }
}
