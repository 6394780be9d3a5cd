const HALF_LIFE_MS = 200;

/** The maximum of recent values: it halves every 200 ms until a value is higher. */
export class DecayingMax {
  #value = 0;
  #observedAt = 0;

  get value(): number {
    return this.#value;
  }

  observe(count: number, now = performance.now()): void {
    const decayed = this.#value * 2 ** ((this.#observedAt - now) / HALF_LIFE_MS);
    this.#value = Math.max(count, decayed);
    this.#observedAt = now;
  }
}
