import { setTimeout as wait } from 'node:timers/promises';

import type { Balancer } from './Balancer.ts';
import type { WriteEvent } from './FleetEvent.types.ts';
import type { Senders } from './makeSenders.ts';
import type { Crowd } from './startCrowd.ts';
import type { FleetDevice } from './startDevice.ts';
import type { Fleet, Node } from './startFleet.ts';

/** The scale of the faults. */
export interface Size {
  nodes: number;
  /** How many messages are due at the same time. */
  due: number;
  /** The number of devices in the crowd, and how many devices a node admits per second. */
  crowd: number;
  connectsPerSecond: number;
}

/** Everything that faults act on. */
export interface Scene {
  fleet: Fleet;
  balancer: Balancer;
  devices: readonly FleetDevice[];
  senders: Senders;
  size: Size;
  /** A folder for files that faults create. */
  folder: string;
  /** The ids of messages that the database has lost so far. */
  lost: Set<string>;
  /** The crowd of devices, registered on the first call. */
  crowd: () => Promise<Crowd>;
  write: WriteEvent;
  say: (line: string) => void;
}

/** Injects a fault into a fleet, or into one of its nodes, for some time. */
export type Fault = (scene: Scene, node: Node, ms: number) => Promise<void>;

const LOOK_EVERY_MS = 50;

export const others = ({ fleet }: Scene, node: Node) => fleet.nodes.filter((each) => each !== node);

export async function killFor(node: Node, ms: number): Promise<void> {
  await node.process.kill('SIGKILL');
  await wait(ms);
  await node.start();
}

/** Waits until all nodes report ready. */
export async function untilReady({ fleet, balancer }: Scene): Promise<void> {
  while (!fleet.nodes.every(({ name }) => balancer.isReady(name))) await wait(LOOK_EVERY_MS);
}

/** Waits until a condition holds or the time is up; reporting violations is left to the checker. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds()) && performance.now() < end) await wait(lookEveryMs);
}
