import { callersCache } from '../callersCache.ts';
import type { RequestBudgets } from './RequestBudgets.ts';
import { type Shares, sharesOf } from './sharesOf.ts';

interface Window {
  ends: number;
  /** Requests that this node admitted. */
  count: number;
  /** How many requests it may admit. */
  granted: number;
  state: 'open' | 'asking' | 'used-up';
}

interface SharedCounterOptions {
  /** The name of the limit, the same on all nodes. */
  name: string;
  max: number;
  windowMs: number;
  maxCallers: number;
  budgets: RequestBudgets;
}

/**
 * Counts the requests of callers together with other nodes. It decides synchronously, by the parts that this node has taken
 * of a budget, and prefetches the next part. While it waits for that, it admits requests as if the part were granted.
 */
export class SharedCounter {
  readonly #options: SharedCounterOptions;
  readonly #windows: ReturnType<typeof callersCache<Window>>;
  #shares: Shares & { nodes: number };

  constructor(options: SharedCounterOptions) {
    this.#options = options;
    this.#windows = callersCache<Window>(options.maxCallers);
    this.#shares = { ...sharesOf(options.max, 1), nodes: 1 };
  }

  /** Counts a request. Returns the seconds to wait when there are too many, else undefined. */
  count(caller: string): number | undefined {
    const now = Date.now();
    const shares = this.#sharesNow();
    const window = this.#windowOf(caller, now, shares);
    if (window.state === 'open' && window.count + shares.part / 2 >= window.granted) {
      this.#ask(caller, window, shares);
    }
    const ahead = window.state === 'asking' ? shares.part : 0;
    if (window.count < window.granted + ahead) {
      window.count++;
      return undefined;
    }
    return Math.ceil((window.ends - now) / 1000);
  }

  takeBack(caller: string): void {
    const window = this.#windows.get(caller);
    if (window && window.count > 0) window.count--;
  }

  forget(caller: string): void {
    const window = this.#windows.get(caller);
    if (!window) return;
    this.#windows.delete(caller);
    const { budgets, name } = this.#options;
    if (window.granted > this.#shares.own || window.state !== 'open') {
      budgets.forget({ limit: name, caller, ends: window.ends });
    }
  }

  #windowOf(caller: string, now: number, { own }: Shares): Window {
    const known = this.#windows.get(caller);
    if (known && known.ends > now) return known;
    const { windowMs } = this.#options;
    // All nodes begin their windows at the same time.
    const ends = (Math.floor(now / windowMs) + 1) * windowMs;
    const window: Window = { ends, count: 0, granted: own, state: 'open' };
    this.#windows.set(caller, window);
    return window;
  }

  #ask(caller: string, window: Window, { part, pool, nodes }: Shares & { nodes: number }): void {
    const { budgets, name, max } = this.#options;
    if (part === 0) {
      window.state = 'used-up';
      return;
    }
    window.state = 'asking';
    const of = { limit: name, caller, ends: window.ends };
    budgets.take(of, { wanted: part, most: pool }, (granted) => {
      // Without an answer from the database, each node admits its share of the limit.
      if (granted === undefined) window.granted = Math.max(window.granted, Math.ceil(max / nodes));
      else window.granted += granted;
      window.state = granted ? 'open' : 'used-up';
    });
  }

  #sharesNow(): Shares & { nodes: number } {
    const { budgets, max } = this.#options;
    const { nodes } = budgets;
    if (nodes !== this.#shares.nodes) this.#shares = { ...sharesOf(max, nodes), nodes };
    return this.#shares;
  }
}
