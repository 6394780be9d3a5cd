import { createHash } from 'node:crypto';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { Admission } from '../Admission.ts';
import { type WantedPart, deleteBudget, takeParts } from './budgetRows.ts';

const PARTS_AT_ONCE = 500;
/** New rows a second that the callers of one node can cause, however many they are. */
const PARTS_PER_SECOND = 200;

interface Asked extends WantedPart {
  tell: (granted: number | undefined) => void;
}

/** Whom a limit counts, and in which window. */
export interface BudgetOf {
  limit: string;
  caller: string;
  ends: number;
}

/**
 * Where the nodes of a fleet take parts of the rate limits of callers, so that the limits hold for all nodes together. Only
 * callers who ask much are written down, and what several of them need is taken by one statement.
 */
export class RequestBudgets {
  readonly #db: Queries;
  readonly #nodes: () => number;
  readonly #admission = new Admission(PARTS_PER_SECOND);
  #asked: Asked[] = [];
  #isTaking = false;

  /** @param options.nodes how many nodes there are */
  constructor(options: { db: Queries; nodes: () => number }) {
    this.#db = options.db;
    this.#nodes = options.nodes;
  }

  /** How many nodes share a limit. */
  get nodes(): number {
    return Math.max(1, this.#nodes());
  }

  /** Takes a part of a budget; `tell` is called with what was granted, or with undefined when nobody can say. */
  take(
    of: BudgetOf,
    part: Pick<WantedPart, 'wanted' | 'most'>,
    tell: (granted: number | undefined) => void,
  ): void {
    if (!this.#admission.admit()) return tell(undefined);
    this.#asked.push({ budget: nameOf(of), ends: of.ends, ...part, tell });
    if (!this.#isTaking) void this.#takeAll();
  }

  /** Gives a caller the whole budget again. */
  forget(of: BudgetOf): void {
    // If it fails, they have it when the window ends.
    deleteBudget(this.#db, nameOf(of)).catch(() => undefined);
  }

  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    while (this.#asked.length > 0) {
      const some = this.#takeSome();
      const granted = await takeParts(this.#db, some).catch(() => undefined);
      for (const { budget, tell } of some) tell(granted && (granted.get(budget) ?? 0));
    }
    this.#isTaking = false;
  }

  /** The next ones, each budget once: whoever is forgotten meanwhile asks again, and one statement cannot take both. */
  #takeSome(): Asked[] {
    const some = new Map<string, Asked>();
    const later: Asked[] = [];
    for (const each of this.#asked) {
      if (some.size < PARTS_AT_ONCE && !some.has(each.budget)) some.set(each.budget, each);
      else later.push(each);
    }
    this.#asked = later;
    return [...some.values()];
  }
}

/** Who it is stays in the memory of nodes. */
function nameOf({ limit, caller, ends }: BudgetOf): string {
  return createHash('sha256').update(`${limit}\0${ends}\0${caller}`).digest('base64url');
}
