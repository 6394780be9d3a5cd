import { setTimeout as wait } from 'node:timers/promises';

import type { Balancer } from './Balancer.ts';
import type { WriteEvent } from './FleetEvent.types.ts';
import type { Senders } from './makeSenders.ts';
import type { FaultName, PlannedFault } from './planFaults.ts';
import type { FleetDevice } from './startDevice.ts';
import type { Fleet, Node } from './startFleet.ts';

/** What a fault happens to. */
export interface Scene {
  fleet: Fleet;
  balancer: Balancer;
  devices: readonly FleetDevice[];
  senders: Senders;
  write: WriteEvent;
}

const DUE_MESSAGES = 200;
/** Between two moves of a device that hops. */
const HOP_MS = 40;
const LAG_MS = 500;

type Fault = (scene: Scene, node: Node, ms: number) => Promise<void>;

const devicesOf = ({ devices }: Scene, node: Node) =>
  devices.filter((device) => device.node() === node.name);

const others = ({ fleet }: Scene, node: Node) => fleet.nodes.filter((each) => each !== node);

async function killFor(node: Node, ms: number): Promise<void> {
  await node.process.kill('SIGKILL');
  await wait(ms);
  await node.start();
}

/** Waits until all nodes say that they are ready. */
async function untilReady({ fleet, balancer }: Scene): Promise<void> {
  while (!fleet.nodes.every(({ name }) => balancer.isReady(name))) await wait(50);
}

/** The ids of all messages that the database has. */
async function storedIds({ fleet }: Scene): Promise<Set<string>> {
  return new Set((await fleet.database.query('SELECT id FROM push_messages')).split('\n'));
}

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
  async 'drop-bus'(scene, node, ms) {
    scene.fleet.setDropping(true);
    // Hints of take-overs are lost, too.
    const [to] = others(scene, node);
    for (const device of devicesOf(scene, node)) device.moveTo(to!);
    await wait(ms);
    scene.fleet.setDropping(false);
  },
  async 'stop-bus'({ fleet }, _, ms) {
    await fleet.stopBus();
    await wait(ms);
    await fleet.startBus();
  },
  async 'stop-database'({ fleet }, _, ms) {
    await fleet.database.stop();
    await wait(ms);
    await fleet.database.start();
  },
  async promote({ fleet }) {
    await fleet.database.promote();
    fleet.followDatabase();
    await fleet.database.attachStandby();
  },
  async 'promote-late'(scene) {
    const { fleet, write } = scene;
    await fleet.database.detachStandby();
    await wait(LAG_MS);
    const before = await storedIds(scene);
    await fleet.database.promote();
    const after = await storedIds(scene);
    write({ type: 'lost-by-database', ids: [...before].filter((id) => !after.has(id)) });
    fleet.followDatabase();
    await fleet.database.attachStandby();
  },
  async hop(scene, node) {
    const [to] = others(scene, node);
    for (const device of scene.devices.filter((_, index) => index % 3 === 0)) {
      for (const stop of [node, to!, node]) {
        device.moveTo(stop);
        await wait(HOP_MS);
      }
    }
  },
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
  async storm({ devices }) {
    for (const device of devices) device.lose();
  },
};

/** Those that happen to one node alone; the others go on as ever. */
const OF_ONE_NODE = new Set<FaultName>(['kill', 'freeze', 'cut-database', 'cut-bus', 'due']);

/** Lets a fault happen, and waits until it is over and all nodes are ready again. */
export async function applyFault(scene: Scene, planned: PlannedFault): Promise<void> {
  const { name, ms } = planned;
  const node = scene.fleet.nodes[planned.node]!;
  const nodes = OF_ONE_NODE.has(name) ? { nodes: [node.name] } : {};
  scene.write({ type: 'fault', fault: name, isOver: false, ...nodes });
  await FAULTS[name](scene, node, ms);
  await untilReady(scene);
  scene.write({ type: 'fault', fault: name, isOver: true });
}
