/**
 * Stores values under numbers that are reused. A Map would be simpler, but V8 rehashes one that is constantly filled and
 * emptied into a new table now and then, to which the old table points: once an old table has been promoted to the old
 * generation, everything that was ever in a later one survives until the next full GC, and every minor GC copies it.
 */
export class Slots<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  /** The number of values. */
  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Adds a value, and returns its number. */
  add(value: Value): number {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  /** Removes and returns the value of a number; undefined if there is none. */
  remove(number: number): Value | undefined {
    const value = this.#values[number];
    if (value === undefined) return undefined;
    this.#values[number] = undefined;
    this.#free.push(number);
    return value;
  }

  /** Removes and returns all values. */
  clear(): Value[] {
    const values = this.#values.filter((value) => value !== undefined);
    this.#values.length = this.#free.length = 0;
    return values;
  }
}
