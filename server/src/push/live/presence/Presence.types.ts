import type { FastifyBaseLogger } from 'fastify';

import type { Bus } from '../../../storage/bus/Bus.types.ts';
import type { Database } from '../../../storage/database/Database.types.ts';

/** A connection of a device. Sessions are numbered where other nodes may have the next one. */
export interface Session {
  deviceId: number;
  session: number | undefined;
}

export interface PresenceOptions {
  db: Database;
  bus: Bus;
  logger?: FastifyBaseLogger | undefined;
}

/** What a node is asked about the devices that are connected to it. */
export interface ConnectedHere {
  /** The connections that this node has. */
  connections(): Iterable<Session>;
  /** How many they are. */
  readonly size: number;
  /** A device connected to another node, with a newer session. Resolves once what is known here of it is written. */
  release(deviceId: number, session: number): Promise<void>;
}

/** Which node has a device, and which nodes are there. */
export interface Presence {
  /** How many nodes are known to be there, this one among them. */
  readonly nodes: number;
  /** Says that this node is there with its devices, from now on and again and again. */
  start(here: ConnectedHere): Promise<void>;
  /** Finds out about nodes that began after this one had last read which are there. */
  lookFor(nodes: Iterable<string | null>): Promise<void>;
  /** Whether a node that a device was connected to is another one and still there, as far as is known. */
  isElsewhere(node: string | null): boolean;
  /** Takes a device that connects to this node from the others. Returns the number of its session, where they are numbered. */
  take(deviceId: number): Promise<number | undefined>;
  /** Which of some sessions other nodes have ended, heard or not. */
  lostOf(sessions: readonly Session[]): Promise<{ deviceId: number; session: number }[]>;
  /** How many devices are connected to how many nodes. */
  countConnected(): Promise<{ devices: number; nodes: number }>;
  /** Every node that is there, and how many devices it has. */
  listNodes(): Promise<{ node: string; connected: number; isThis: boolean }[]>;
  close(): Promise<void>;
}
