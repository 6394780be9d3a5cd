import { RequestBudgets } from './http/rate-limits/budgets/RequestBudgets.ts';
import type { SystemDeps } from './overview/systemRoute.ts';
import type { LiveNodes } from './push/live/LiveNodes.types.ts';
import { manyNodes } from './push/live/manyNodes.ts';
import { oneNode } from './push/live/oneNode.ts';
import type { Database } from './storage/database/Database.types.ts';

/** What differs between a single node and nodes that share a database. */
interface Nodes {
  live: LiveNodes;
  /** Where the nodes share the rate limits of callers. */
  budgets: RequestBudgets | undefined;
  /** Devices that may connect to this node in a second. */
  connectsPerSecond: number;
  database: SystemDeps['database'];
}

/** Chooses between one node and many. This is the only place that does: everything below works with what it is given. */
export function chooseNodes(
  db: Database,
  shared: { connectsPerSecond: number; nodes: () => number },
): Nodes {
  if (!db.isShared) {
    return {
      live: oneNode,
      budgets: undefined,
      connectsPerSecond: Infinity,
      database: { kind: 'embedded' },
    };
  }
  return {
    live: manyNodes,
    budgets: new RequestBudgets({ db, nodes: shared.nodes }),
    connectsPerSecond: shared.connectsPerSecond,
    database: { kind: 'postgresql' },
  };
}
