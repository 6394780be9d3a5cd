import { callersCache } from '../../http/rate-limits/callersCache.ts';
import type { Budget } from './Budget.types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CALLERS = 50_000;

/** What callers have used today, for a single node, in bounded memory; a caller's day begins with the first use. */
export class DailyBudget implements Budget {
  readonly max: number;
  readonly #now: () => number;
  readonly #days = callersCache<{ ends: number; used: number }>(MAX_CALLERS);

  constructor(max: number, now: () => number = Date.now) {
    this.max = max;
    this.#now = now;
  }

  secondsUntilRoom(caller: string, amount: number): number | undefined {
    const day = this.#dayOf(caller);
    if (!day || day.used + amount <= this.max) return undefined;
    return Math.ceil((day.ends - this.#now()) / 1000);
  }

  add(caller: string, amount: number): void {
    const day = this.#dayOf(caller);
    if (day) day.used += amount;
    else this.#days.set(caller, { ends: this.#now() + DAY_MS, used: amount });
  }

  usedRatio(caller: string): number {
    return (this.#dayOf(caller)?.used ?? 0) / this.max;
  }

  #dayOf(caller: string): { ends: number; used: number } | undefined {
    const day = this.#days.get(caller);
    return day && day.ends > this.#now() ? day : undefined;
  }
}
