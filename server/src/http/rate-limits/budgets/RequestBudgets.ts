import { createHash } from 'node:crypto';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { Admission } from '../Admission.ts';
import { type WantedPart, deleteBudget, takeParts } from './budgetRows.ts';

const PARTS_AT_ONCE = 500;
/** New rows per second that the callers of one node can cause in all. */
const PARTS_PER_SECOND = 200;

interface Asked extends WantedPart {
  tell: (granted: number | undefined) => void;
}

/** The budget of a caller in one window of a limit. */
export interface BudgetOf {
  limit: string;
  caller: string;
  ends: number;
}

/**
 * Lets the nodes of a fleet take parts of callers' rate limits from the database, so that limits hold for all nodes together.
 * Only callers with many requests have a row, and the parts for several callers are taken by one statement.
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

  /** Takes a part of a budget; `tell` is called with what was granted, or with undefined if the database did not answer. */
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
    // If it fails, the caller has it again when the window ends.
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

  /** The next batch, with each budget at most once: after `forget` a caller may ask twice, which one statement cannot do. */
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

/** A digest: who the caller is stays in the memory of the nodes. */
function nameOf({ limit, caller, ends }: BudgetOf): string {
  return createHash('sha256').update(`${limit}\0${ends}\0${caller}`).digest('base64url');
}
