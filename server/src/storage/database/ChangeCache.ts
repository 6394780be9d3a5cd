import { LRUCache } from 'lru-cache';

import type { Change, Database } from './Database.types.ts';

interface ChangeCacheOptions {
  /** How many values are kept; those that were not asked for the longest go first. */
  max: number;
  /** What a change of a topic makes it forget: the value under the key of the change, or all of them. */
  forgets: Readonly<Record<string, 'key' | 'all'>>;
}

/**
 * What was read from the database, kept until a change of it is heard. Everything is forgotten when changes may have been
 * missed.
 */
export class ChangeCache<Value extends object> {
  readonly #values: LRUCache<string, Value>;
  readonly #forgets: ReadonlyMap<string, 'key' | 'all'>;
  readonly #stopListening: () => void;
  #changes = 0;

  constructor(db: Pick<Database, 'onChange'>, { max, forgets }: ChangeCacheOptions) {
    this.#values = new LRUCache({ max });
    this.#forgets = new Map(Object.entries(forgets));
    this.#stopListening = db.onChange((change) => this.#hear(change));
  }

  /** What is kept under a key. */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Reads a value and keeps it, if there is one and it cannot be outdated already. */
  async load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const before = this.#changes;
    const value = await read();
    // A change that was heard while this was read may be missing in it, and is not heard again.
    if (value && before === this.#changes) this.#values.set(key, value);
    return value;
  }

  close(): void {
    this.#stopListening();
  }

  #hear(change: Change | undefined): void {
    const forgotten = change ? this.#forgets.get(change.topic) : 'all';
    if (forgotten === undefined) return;
    this.#changes++;
    if (change && forgotten === 'key') this.#values.delete(change.key);
    else this.#values.clear();
  }
}
