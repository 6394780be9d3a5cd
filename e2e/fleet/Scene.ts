import { setTimeout as wait } from 'node:timers/promises';

import type { Balancer } from './Balancer.ts';
import type { WriteEvent } from './FleetEvent.types.ts';
import type { Senders } from './makeSenders.ts';
import type { Crowd } from './startCrowd.ts';
import type { FleetDevice } from './startDevice.ts';
import type { Fleet, Node } from './startFleet.ts';

/** How large what happens is. */
export interface Size {
  nodes: number;
  /** Messages that are due at one moment. */
  due: number;
  /** Devices of a crowd, and how many of all devices a node admits in a second. */
  crowd: number;
  connectsPerSecond: number;
}

/** What a fault happens to. */
export interface Scene {
  fleet: Fleet;
  balancer: Balancer;
  devices: readonly FleetDevice[];
  senders: Senders;
  size: Size;
  /** Where files of a fault may be. */
  folder: string;
  /** The ids of what the database has lost until now. */
  lost: Set<string>;
  /** A crowd, which is registered when it is asked for first. */
  crowd: () => Promise<Crowd>;
  write: WriteEvent;
  say: (line: string) => void;
}

/** Lets something happen to a fleet, or to one of its nodes, for some time. */
export type Fault = (scene: Scene, node: Node, ms: number) => Promise<void>;

const LOOK_EVERY_MS = 50;

export const others = ({ fleet }: Scene, node: Node) => fleet.nodes.filter((each) => each !== node);

export async function killFor(node: Node, ms: number): Promise<void> {
  await node.process.kill('SIGKILL');
  await wait(ms);
  await node.start();
}

/** Waits until all nodes say that they are ready. */
export async function untilReady({ fleet, balancer }: Scene): Promise<void> {
  while (!fleet.nodes.every(({ name }) => balancer.isReady(name))) await wait(LOOK_EVERY_MS);
}

/** Waits until something holds, and no longer than so long: what does not hold then is for the checker to say. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds()) && performance.now() < end) await wait(lookEveryMs);
}
