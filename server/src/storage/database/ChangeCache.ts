import { LRUCache } from 'lru-cache';

import type { Change, Database } from './Database.types.ts';

interface ChangeCacheOptions {
  /** The maximum of values; the least recently used are evicted. */
  max: number;
  /** What a change with a topic invalidates: the value under its key, or all values. */
  forgets: Readonly<Record<string, 'key' | 'all'>>;
}

/**
 * A cache of values from the database, invalidated by change notifications. It is cleared when notifications may have been
 * missed. Values that must never be missing (`SigningKeys`), or only ever become true (`Reachability`), do not use it.
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

  /** The cached value of a key. */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Reads a value and caches it, unless it may be stale already. */
  async load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const before = this.#changes;
    const value = await read();
    // A change notified during the read may be missing in the value, and is not notified again.
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
