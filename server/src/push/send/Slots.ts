/**
 * Keeps values under numbers that are used again. A Map that is filled and emptied all the time would do, were it not
 * that V8 gives it a new table now and then and lets the old one point to it: once one of them is old, everything that
 * was ever in a later one stays until the next full collection, and every collection before that copies it.
 */
export class Slots<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  /** How many values there are. */
  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Gives the number that the value is found by. */
  add(value: Value): number {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  /** Gives the value and forgets it; undefined when there is none under that number. */
  remove(number: number): Value | undefined {
    const value = this.#values[number];
    if (value === undefined) return undefined;
    this.#values[number] = undefined;
    this.#free.push(number);
    return value;
  }

  /** Gives all values and forgets them. */
  clear(): Value[] {
    const values = this.#values.filter((value) => value !== undefined);
    this.#values.length = this.#free.length = 0;
    return values;
  }
}
