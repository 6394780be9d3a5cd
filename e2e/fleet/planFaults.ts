import { randomFrom } from '@host/server/testing/process/random';

/** The faults of a fleet. */
export const FAULTS = {
  kill: 'a node is killed (-9) and started again',
  freeze: 'a node stands still (SIGSTOP), and half of its devices go elsewhere',
  'cut-database': 'a node does not reach the database: packets are dropped',
  'cut-bus': 'a node does not reach NATS: packets are dropped',
  'cut-off':
    'a node reaches neither the database nor NATS: packets are dropped; clients still reach it',
  'drop-bus': '30 % of what NATS says to nodes is lost',
  'slow-bus': 'what NATS says to nodes comes six seconds later',
  'stop-bus': 'NATS is killed',
  silence:
    'what a node has open to the database and NATS stays open and says nothing any more; new connections work',
  'stop-database': 'PostgreSQL is killed and started again',
  promote: 'PostgreSQL is killed, and its standby takes its place',
  'promote-late':
    'the same with a standby that lags behind: what it lacks is lost, and nothing else',
  restore: 'the nodes are stopped, a backup is restored by the command, and they are started again',
  'put-back':
    'PostgreSQL is killed, and an older copy of its folder takes its place, of which nobody tells the nodes',
  'fill-disk': 'the disk of PostgreSQL is full, then there is room again',
  hop: 'devices go from a node to another and back within 100 ms, and their old connections stay open',
  due: 'many messages are due at the same moment, while a node is killed',
  'due-many': 'very many messages are due at the same moment, and nothing else happens',
  'restart-all': 'a rolling restart: each node is drained, ended, and started again',
  sleep: 'apps are closed, and their push services alone reach them; then they are opened again',
  storm: 'all devices lose their connection at once, a crowd among them, and come back at once',
} as const;

export type FaultName = keyof typeof FAULTS;

/** A planned fault. */
export interface PlannedFault {
  name: FaultName;
  /** The index of the affected node, for faults of one node. */
  node: number;
  /** How long it lasts, unless the fault itself determines that. */
  ms: number;
  /** The pause after it. */
  pauseMs: number;
}

const MIN_MS = 1000;
const MAX_MS = 4000;
/** Longer than the lease of a node; some faults last this long. */
const LONG_MS = 10_000;
const LONG_ONE_IN = 6;
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 1500;

/**
 * The plan of a run, which depends only on the seed: each fault once in random order, then all of them again, and so on.
 */
export function* planFaults(seed: number, nodes: number): Generator<PlannedFault> {
  const random = randomFrom(seed);
  const between = (least: number, most: number) => least + random.below(most - least);
  for (;;) {
    const left = Object.keys(FAULTS) as FaultName[];
    while (left.length > 0) {
      const [name] = left.splice(random.below(left.length), 1);
      yield {
        name: name!,
        node: random.below(nodes),
        ms: between(MIN_MS, MAX_MS) + (random.below(LONG_ONE_IN) === 0 ? LONG_MS : 0),
        pauseMs: between(MIN_PAUSE_MS, MAX_PAUSE_MS),
      };
    }
  }
}
