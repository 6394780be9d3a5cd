import { callersCache } from './callersCache.ts';

const MINUTE_MS = 60_000;
const MAX_CALLERS = 50_000;

/**
 * Counts the requests of each caller in windows, of a minute unless it is told otherwise, in a bounded amount of memory. It answers at once: it stands
 * before every request, and waiting for a promise would cost more than counting.
 */
export class RequestCounter {
  readonly max: number;
  readonly #windowMs: number;
  readonly #windows = callersCache<{ ends: number; count: number }>(MAX_CALLERS);

  constructor(max: number, windowMs = MINUTE_MS) {
    this.max = max;
    this.#windowMs = windowMs;
  }

  /** Counts a request. The seconds to wait when it is one too many, else undefined. */
  count(caller: string): number | undefined {
    const now = Date.now();
    const window = this.#windows.get(caller);
    if (!window || window.ends <= now) {
      this.#windows.set(caller, { ends: now + this.#windowMs, count: 1 });
      return undefined;
    }
    window.count++;
    return window.count > this.max ? Math.ceil((window.ends - now) / 1000) : undefined;
  }

  /** Counts a request of a caller no more. */
  takeBack(caller: string): void {
    const window = this.#windows.get(caller);
    if (window && window.count > 0) window.count--;
  }

  /** Starts anew for a caller. */
  forget(caller: string): void {
    this.#windows.delete(caller);
  }
}
