const HALF_LIFE_MS = 200;

/** The most of something that there was lately: what is long ago counts less and less. */
export class RecentMost {
  #value = 0;
  #seenAt = 0;

  get value(): number {
    return this.#value;
  }

  see(count: number, now = performance.now()): void {
    const faded = this.#value * 2 ** ((this.#seenAt - now) / HALF_LIFE_MS);
    this.#value = Math.max(count, faded);
    this.#seenAt = now;
  }
}
