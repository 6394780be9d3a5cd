import type { RequestBudgets } from './budgets/RequestBudgets.ts';
import { SharedCounter } from './budgets/SharedCounter.ts';
import { callersCache } from './callersCache.ts';

const MINUTE_MS = 60_000;
const MAX_CALLERS = 50_000;

/** The name under which a limit is shared with other nodes. */
export interface SharedLimit {
  name: string;
  /** Undefined with a single node. */
  budgets: RequestBudgets | undefined;
}

/**
 * Counts the requests of each caller in fixed windows, of a minute by default, in bounded memory. It is synchronous: it
 * runs for every request, and a promise would cost more than counting.
 */
export class RequestCounter {
  readonly max: number;
  readonly #windowMs: number;
  readonly #windows = callersCache<{ ends: number; count: number }>(MAX_CALLERS);
  readonly #shared: SharedCounter | undefined;

  constructor(max: number, windowMs = MINUTE_MS, shared?: SharedLimit) {
    this.max = max;
    this.#windowMs = windowMs;
    const { name, budgets } = shared ?? {};
    this.#shared =
      name !== undefined && budgets
        ? new SharedCounter({ name, max, windowMs, maxCallers: MAX_CALLERS, budgets })
        : undefined;
  }

  /** Counts a request. Returns the seconds to wait when there are too many, else undefined. */
  count(caller: string): number | undefined {
    if (this.#shared) return this.#shared.count(caller);
    const now = Date.now();
    const window = this.#windows.get(caller);
    if (!window || window.ends <= now) {
      this.#windows.set(caller, { ends: now + this.#windowMs, count: 1 });
      return undefined;
    }
    window.count++;
    return window.count > this.max ? Math.ceil((window.ends - now) / 1000) : undefined;
  }

  /** Takes back a counted request. */
  takeBack(caller: string): void {
    this.#shared?.takeBack(caller);
    const window = this.#windows.get(caller);
    if (window && window.count > 0) window.count--;
  }

  /** Resets the count of a caller. */
  forget(caller: string): void {
    this.#shared?.forget(caller);
    this.#windows.delete(caller);
  }
}
