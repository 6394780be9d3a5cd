/** The share of a limit that all nodes together admit without coordination. */
const FREE = 1 / 8;
/** The rest is handed out in at least this many parts. */
const PARTS = 8;

/** How a limit is divided among nodes. */
export interface Shares {
  /** What each node admits without coordination. */
  own: number;
  /** The rest, which the nodes share. */
  pool: number;
  /** How much of the pool a node takes at once. */
  part: number;
}

/**
 * Divides a limit among nodes. A caller that stays on one node gets at least 7/8 of the limit, rounding aside. One that uses
 * all nodes gets at most the limit, plus what nodes admit while they wait for a part, which is less than 1/8.
 */
export function sharesOf(max: number, nodes: number): Shares {
  if (nodes === 1) return { own: max, pool: 0, part: 0 };
  const own = Math.max(1, Math.floor((max * FREE) / nodes));
  const pool = Math.max(0, max - own * nodes);
  return { own, pool, part: Math.min(pool, Math.max(1, Math.floor(pool / (PARTS * nodes)))) };
}
