import type { Queries } from '../../../storage/database/Database.types.ts';

/** A part of a budget that a node requests. */
export interface WantedPart {
  budget: string;
  /** When the window of the budget ends. */
  ends: number;
  wanted: number;
  /** The most that all nodes together may take of it. */
  most: number;
}

/** Takes parts of budgets with one statement. Returns what was granted of each; those with nothing left are missing. */
export async function takeParts(
  db: Queries,
  parts: readonly WantedPart[],
): Promise<Map<string, number>> {
  // In a fixed order, so that two nodes never deadlock.
  const sorted = parts.toSorted((one, other) => (one.budget < other.budget ? -1 : 1));
  const rows = await db.all<{ budget: string; used: number; most: number }>(
    `INSERT INTO request_budgets (budget, ends, used, most)
      VALUES ${sorted.map(() => '(?, ?, ?, ?)').join(', ')}
      ON CONFLICT (budget) DO UPDATE SET used = request_budgets.used + excluded.used
        WHERE request_budgets.used < request_budgets.most
      RETURNING budget, used, most`,
    ...sorted.flatMap(({ budget, ends, wanted, most }) => [budget, ends, wanted, most]),
  );
  const wanted = new Map(parts.map((part) => [part.budget, part.wanted]));
  return new Map(
    rows.map(({ budget, used, most }) => [budget, wanted.get(budget)! - Math.max(0, used - most)]),
  );
}

/** Gives a caller the whole budget again. */
export async function deleteBudget(db: Queries, budget: string): Promise<void> {
  await db.run('DELETE FROM request_budgets WHERE budget = ?', budget);
}

/** Deletes some budgets whose windows have ended. Returns their number. */
export function deleteEndedBudgets(db: Queries, now: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM request_budgets WHERE budget IN (
      SELECT budget FROM request_budgets WHERE ends < ? LIMIT ?)`,
    now,
    limit,
  );
}
