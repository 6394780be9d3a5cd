/** Of a limit, what nodes admit without asking each other, together. */
const FREE = 1 / 8;
/** A node takes the rest in at least this many parts. */
const PARTS = 8;

/** How a limit is divided among nodes. */
export interface Shares {
  /** What each node admits by itself. */
  own: number;
  /** What they share besides. */
  pool: number;
  /** What a node takes of that at once. */
  part: number;
}

/**
 * Divides a limit among nodes. A caller that stays with one node gets at least 7/8 of the limit, rounding aside; one that
 * asks all of them at most the limit and what nodes admit while they wait for a part, which is less than 1/8.
 */
export function sharesOf(max: number, nodes: number): Shares {
  if (nodes === 1) return { own: max, pool: 0, part: 0 };
  const own = Math.max(1, Math.floor((max * FREE) / nodes));
  const pool = Math.max(0, max - own * nodes);
  return { own, pool, part: Math.min(pool, Math.max(1, Math.floor(pool / (PARTS * nodes)))) };
}
