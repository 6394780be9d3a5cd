import { setTimeout as wait } from 'node:timers/promises';

import { databaseFaults } from './databaseFaults.ts';
import { deviceFaults } from './deviceFaults.ts';
import { MAX_SILENT_MS } from './limits.ts';
import type { FaultName, PlannedFault } from './planFaults.ts';
import { type Fault, type Scene, killFor, others, untilReady } from './Scene.ts';
import type { Node } from './startFleet.ts';

const DUE_MESSAGES = 200;
/** Longer than the interval in which nodes poll the database, and than what the checker tolerates: a node that waits for the bus fails. */
const SLOW_MS = 6000;

const devicesOf = ({ devices }: Scene, node: Node) =>
  devices.filter((device) => device.node() === node.name);

const FAULTS: Record<FaultName, Fault> = {
  kill: (_, node, ms) => killFor(node, ms),
  async freeze(scene, node, ms) {
    node.process.signal('SIGSTOP');
    const [to] = others(scene, node);
    const leaving = devicesOf(scene, node).filter((_, index) => index % 2 === 0);
    await wait(ms / 2);
    for (const device of leaving) device.moveTo(to!);
    await wait(ms / 2);
    node.process.signal('SIGCONT');
  },
  async 'cut-database'(_, node, ms) {
    await node.cut('database', true);
    await wait(ms);
    await node.cut('database', false);
  },
  async 'cut-bus'(_, node, ms) {
    await node.cut('bus', true);
    await wait(ms);
    await node.cut('bus', false);
  },
  async 'cut-off'(_, node, ms) {
    await Promise.all([node.cut('database', true), node.cut('bus', true)]);
    // A send times out after ten seconds, but its statement in flight would still be committed.
    await wait(Math.min(ms, MAX_SILENT_MS));
    await Promise.all([node.cut('database', false), node.cut('bus', false)]);
  },
  async 'drop-bus'(scene, node, ms) {
    scene.fleet.setDropping(true);
    // Takeover hints are lost, too.
    const [to] = others(scene, node);
    for (const device of devicesOf(scene, node)) device.moveTo(to!);
    await wait(ms);
    scene.fleet.setDropping(false);
  },
  async 'slow-bus'({ fleet }, _, ms) {
    fleet.setDelay(SLOW_MS);
    await wait(ms);
    fleet.setDelay(0);
  },
  async silence(_, node, ms) {
    node.toDatabase.silence();
    node.toBus.silence();
    // Before that, nodes are not required to have noticed.
    await wait(Math.max(ms, MAX_SILENT_MS));
  },
  async 'stop-bus'({ fleet }, _, ms) {
    await fleet.stopBus();
    await wait(ms);
    await fleet.startBus();
  },
  ...databaseFaults,
  ...deviceFaults,
  async due({ senders }, node, ms) {
    await senders.sendDue(DUE_MESSAGES, ms);
    await wait(ms);
    await killFor(node, ms);
  },
  async 'restart-all'(scene) {
    for (const node of scene.fleet.nodes) {
      node.process.signal('SIGTERM');
      await node.process.ended;
      await node.start();
      await untilReady(scene);
    }
  },
};

/** Faults of a single node; the other nodes work normally. */
const OF_ONE_NODE = new Set<FaultName>([
  'kill',
  'freeze',
  'cut-database',
  'cut-bus',
  'cut-off',
  'silence',
  'due',
]);

/** Injects a fault, and waits until it is over and all nodes are ready again. Returns how long it lasted. */
export async function applyFault(scene: Scene, planned: PlannedFault): Promise<number> {
  const { name, ms } = planned;
  const node = scene.fleet.nodes[planned.node]!;
  // Not part of the fault, so its duration does not count.
  if (name === 'storm') await scene.crowd();
  const nodes = OF_ONE_NODE.has(name) ? { nodes: [node.name] } : {};
  scene.write({ type: 'fault', fault: name, isOver: false, ...nodes });
  const began = performance.now();
  await FAULTS[name](scene, node, ms);
  await untilReady(scene);
  scene.write({ type: 'fault', fault: name, isOver: true });
  return performance.now() - began;
}
