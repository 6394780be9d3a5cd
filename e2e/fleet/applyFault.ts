import { setTimeout as wait } from 'node:timers/promises';

import { databaseFaults } from './databaseFaults.ts';
import { deviceFaults } from './deviceFaults.ts';
import { MAX_SILENT_MS } from './limits.ts';
import type { FaultName, PlannedFault } from './planFaults.ts';
import { type Fault, type Scene, killFor, others, untilReady } from './Scene.ts';
import type { Node } from './startFleet.ts';

const DUE_MESSAGES = 200;
/** So much longer than nodes wait until they look into the database that one that waits for the bus is found out. */
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
    // A send gives up after ten seconds, and what it had on its way would be stored all the same.
    await wait(Math.min(ms, MAX_SILENT_MS));
    await Promise.all([node.cut('database', false), node.cut('bus', false)]);
  },
  async 'drop-bus'(scene, node, ms) {
    scene.fleet.setDropping(true);
    // Hints of take-overs are lost, too.
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
    // Until then nobody has to have found out.
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

/** Those that happen to one node alone; the others go on as ever. */
const OF_ONE_NODE = new Set<FaultName>([
  'kill',
  'freeze',
  'cut-database',
  'cut-bus',
  'cut-off',
  'silence',
  'due',
]);

/** Lets a fault happen, and waits until it is over and all nodes are ready again. Gives how long it lasted. */
export async function applyFault(scene: Scene, planned: PlannedFault): Promise<number> {
  const { name, ms } = planned;
  const node = scene.fleet.nodes[planned.node]!;
  // Not a part of what happens: it takes as long as it takes.
  if (name === 'storm') await scene.crowd();
  const nodes = OF_ONE_NODE.has(name) ? { nodes: [node.name] } : {};
  scene.write({ type: 'fault', fault: name, isOver: false, ...nodes });
  const began = performance.now();
  await FAULTS[name](scene, node, ms);
  await untilReady(scene);
  scene.write({ type: 'fault', fault: name, isOver: true });
  return performance.now() - began;
}
