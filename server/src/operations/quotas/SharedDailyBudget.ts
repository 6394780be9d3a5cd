import { callersCache } from '../../http/rate-limits/callersCache.ts';
import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import { sharesOf } from '../../http/rate-limits/budgets/sharesOf.ts';
import type { Budget } from './Budget.types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CALLERS = 50_000;
/** The shared pool is taken in at most this many parts. */
const PARTS = 16;
/** How long to wait before asking again while the database is unavailable. */
const ASK_AGAIN_MS = 60_000;

interface Day {
  ends: number;
  /** What this node has stored. */
  used: number;
  /** What this node has taken of the shared pool. */
  taken: number;
  /** The amount of the request in flight, or 0. */
  asked: number;
  /** When to ask again, after the database did not answer. */
  asksAgainAt: number;
  isUsedUp: boolean;
}

/**
 * What callers have used today of a budget that the nodes of a fleet share. It decides synchronously, by the parts that
 * this node has taken, and prefetches the next part. Days are UTC calendar days.
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
    // The request in flight may grant more in a moment.
    return day.asked > 0 ? 1 : Math.ceil((day.ends - this.#now()) / 1000);
  }

  add(caller: string, amount: number): void {
    const day = this.#dayOf(caller);
    day.used += amount;
    this.#askFor(caller, day, 0);
  }

  /** An estimate that assumes that the other nodes have stored as much. */
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

  /** How much this node may store; it changes with the number of nodes. */
  #grantedTo({ taken, asksAgainAt }: Day): number {
    const { nodes } = this.#budgets;
    const granted = Math.min(this.#max, sharesOf(this.#max, nodes).own + taken);
    // Without the database, each node may use its share of the budget.
    return asksAgainAt > this.#now() ? Math.max(granted, Math.floor(this.#max / nodes)) : granted;
  }

  /** Requests another part when little or nothing is left beyond an amount. */
  #askFor(caller: string, day: Day, amount: number): void {
    const { pool, part: least } = sharesOf(this.#max, this.#budgets.nodes);
    // Large enough for what is stored concurrently, however many nodes there are.
    const part = Math.max(least, Math.floor(pool / PARTS));
    const missing = day.used + amount - this.#grantedTo(day);
    const isAsking = day.asked > 0 || day.asksAgainAt > this.#now();
    if (pool === 0 || day.isUsedUp || isAsking || missing + part / 2 < 0) return;
    // This node may have stored more than it had been granted while the database was unavailable.
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
