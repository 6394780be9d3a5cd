/**
 * Stores values under numbers that are reused. A Map would do, but one that is filled and emptied all the time gets a new
 * table from V8 now and then, to which the old one points: once an old table has been promoted, everything that was ever
 * in a later one survives until the next full collection, and every minor collection copies it.
 */
export class Slots<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  /** How many values there are. */
  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Gives the number of the value. */
  add(value: Value): number {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  /** Removes and gives the value of a number; undefined when there is none. */
  remove(number: number): Value | undefined {
    const value = this.#values[number];
    if (value === undefined) return undefined;
    this.#values[number] = undefined;
    this.#free.push(number);
    return value;
  }

  /** Removes and gives all values. */
  clear(): Value[] {
    const values = this.#values.filter((value) => value !== undefined);
    this.#values.length = this.#free.length = 0;
    return values;
  }
}
