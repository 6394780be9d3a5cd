import type { Queries, ThreadDatabase } from './Database.types.ts';

/** What one node does for all of them, once in a time. */
type TurnName =
  | 'alive-at'
  | 'swept-at'
  | 'uploads-swept-at'
  | 'numbers-swept-at'
  | 'console-swept-at'
  | 'releases-made-at';

/** Whether this node is the one that does something now, for all that share the database. */
export async function isMyTurn(
  db: ThreadDatabase,
  name: TurnName,
  everyMs: number,
): Promise<boolean> {
  return !db.isShared || takeTurn(db, name, await db.now(), everyMs);
}

/** Takes the turn at something that one node does for all. Returns whether it got it: it is taken once in a time. */
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
