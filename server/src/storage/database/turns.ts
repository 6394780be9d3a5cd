import type { Queries, ThreadDatabase } from './Database.types.ts';

/** Periodic tasks that one node does for all. */
type TurnName =
  | 'alive-at'
  | 'swept-at'
  | 'uploads-swept-at'
  | 'numbers-swept-at'
  | 'console-swept-at'
  | 'releases-made-at';

/** Whether it is this node's turn to do a task for all nodes that share the database. */
export async function isMyTurn(
  db: ThreadDatabase,
  name: TurnName,
  everyMs: number,
): Promise<boolean> {
  return !db.isShared || takeTurn(db, name, await db.now(), everyMs);
}

/** Takes the turn at a task that one node does for all. Returns whether it got it: there is one turn per interval. */
export async function takeTurn(
  db: Queries,
  name: TurnName,
  now: number,
  everyMs: number,
): Promise<boolean> {
  const written = await db.run(
    `INSERT INTO push_clock (name, last) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET last = excluded.last WHERE push_clock.last <= ?`,
    name,
    now,
    now - everyMs,
  );
  return written > 0;
}
