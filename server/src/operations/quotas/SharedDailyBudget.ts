import { callersCache } from '../../http/rate-limits/callersCache.ts';
import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import { sharesOf } from '../../http/rate-limits/budgets/sharesOf.ts';
import type { Budget } from './Budget.types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CALLERS = 50_000;
/** The most in which the part is taken that nodes share. */
const PARTS = 16;
/** While the database is away. */
const ASK_AGAIN_MS = 60_000;

interface Day {
  ends: number;
  /** What was stored here. */
  used: number;
  /** What this node has taken of the part that the nodes share. */
  taken: number;
  /** What it is asking for. */
  asked: number;
  /** Nobody could say whether there is more. */
  asksAgainAt: number;
  isUsedUp: boolean;
}

/**
 * What callers have used of a budget today that the nodes of a fleet share. It decides at once, by what this node has taken
 * of it, and takes the next part in time. Days are those of the clock.
 */
export class SharedDailyBudget implements Budget {
  readonly #name: string;
  readonly #max: number;
  readonly #budgets: RequestBudgets;
  readonly #now: () => number;
  readonly #days = callersCache<Day>(MAX_CALLERS);

  constructor(options: { name: string; max: number; budgets: RequestBudgets; now: () => number }) {
    this.#name = options.name;
    this.#max = Math.floor(options.max);
    this.#budgets = options.budgets;
    this.#now = options.now;
  }

  secondsUntilRoom(caller: string, amount: number): number | undefined {
    const day = this.#dayOf(caller);
    this.#askFor(caller, day, amount);
    if (day.used + amount <= this.#grantedTo(day) + day.asked) return undefined;
    // There may be more in a moment.
    return day.asked > 0 ? 1 : Math.ceil((day.ends - this.#now()) / 1000);
  }

  add(caller: string, amount: number): void {
    const day = this.#dayOf(caller);
    day.used += amount;
    this.#askFor(caller, day, 0);
  }

  /** As if the other nodes had stored as much. */
  usedRatio(caller: string): number {
    const { used, isUsedUp } = this.#dayOf(caller);
    return isUsedUp ? 1 : Math.min(1, (used * this.#budgets.nodes) / this.#max);
  }

  #dayOf(caller: string): Day {
    const now = this.#now();
    const known = this.#days.get(caller);
    if (known && known.ends > now) return known;
    const ends = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    const day = { ends, used: 0, taken: 0, asked: 0, asksAgainAt: 0, isUsedUp: false };
    this.#days.set(caller, day);
    return day;
  }

  /** How much may be stored here; nodes that come and go change it. */
  #grantedTo({ taken, asksAgainAt }: Day): number {
    const { nodes } = this.#budgets;
    const granted = Math.min(this.#max, sharesOf(this.#max, nodes).own + taken);
    // Without the database each node has its share of the budget.
    return asksAgainAt > this.#now() ? Math.max(granted, Math.floor(this.#max / nodes)) : granted;
  }

  /** Asks for another part when little is left for an amount. */
  #askFor(caller: string, day: Day, amount: number): void {
    const { pool, part: least } = sharesOf(this.#max, this.#budgets.nodes);
    // What is stored at the same moment must fit into it, however many nodes there are.
    const part = Math.max(least, Math.floor(pool / PARTS));
    const missing = day.used + amount - this.#grantedTo(day);
    const isAsking = day.asked > 0 || day.asksAgainAt > this.#now();
    if (pool === 0 || day.isUsedUp || isAsking || missing + part / 2 < 0) return;
    // It may have stored more than its part while it was alone.
    const wanted = Math.ceil(Math.max(part, missing));
    day.asked = wanted;
    const of = { limit: this.#name, caller, ends: day.ends };
    this.#budgets.take(of, { wanted, most: pool }, (granted) => {
      day.asked = 0;
      if (granted === undefined) day.asksAgainAt = this.#now() + ASK_AGAIN_MS;
      else day.taken += granted;
      day.isUsedUp = granted === 0;
    });
  }
}
