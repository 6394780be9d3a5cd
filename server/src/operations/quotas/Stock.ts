/**
 * How many rows of something there are: counted now and then, and in between what this node adds is added. Other nodes are
 * seen with the next count; what they can add until then is bounded by the budgets of a day.
 */
export class Stock {
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

  /** Whether one more fits into a share of it. */
  hasRoom(share = 1): boolean {
    return this.#used + 1 <= this.max * share;
  }

  usedRatio(): number {
    return this.#used / this.max;
  }
}
