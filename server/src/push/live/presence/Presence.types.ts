import type { FastifyBaseLogger } from 'fastify';

import type { Bus } from '../../../storage/bus/Bus.types.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import type { ServiceHealth } from '../../transports/ServiceHealth.ts';

/** A connection of a device. Sessions are numbered if the next one can be on another node. */
export interface Session {
  deviceId: number;
  session: number | undefined;
}

/** What a node says of itself. */
export interface NodeReport {
  version: string;
  /** How push services do, as this node sees them. */
  services: readonly ServiceHealth[];
}

/** A live node. */
export interface LiveNode extends Partial<NodeReport> {
  node: string;
  /** How many devices are connected to it. */
  connected: number;
  /** Whether it is the one that answers. */
  isThis: boolean;
}

export interface PresenceOptions {
  db: Database;
  bus: Bus;
  report: () => NodeReport;
  logger?: FastifyBaseLogger | undefined;
}

/** The devices that are connected to this node. */
export interface ConnectedHere {
  /** The connections of this node. */
  connections(): Iterable<Session>;
  /** The number of connections. */
  readonly size: number;
  /** Ends a session, since the device has a newer one on another node. Resolves once its state here is written. */
  release(deviceId: number, session: number): Promise<void>;
}

/** Tracks which node a device is connected to, and which nodes are alive. */
export interface Presence {
  /** The number of live nodes, this one included. */
  readonly nodes: number;
  /** Takes this node's lease, and keeps renewing it. */
  start(here: ConnectedHere): Promise<void>;
  /** Looks up nodes that this node does not know yet, which may have started recently. */
  lookFor(nodes: Iterable<string | null>): Promise<void>;
  /** Whether a node is another one and alive, as far as this node knows. */
  isElsewhere(node: string | null): boolean;
  /** Takes over a device that connects to this node. Returns the number of its session, if sessions are numbered. */
  take(deviceId: number): Promise<number | undefined>;
  /** The sessions among these that other nodes have taken over, even if the notification was lost. */
  lostOf(sessions: readonly Session[]): Promise<{ deviceId: number; session: number }[]>;
  /** The number of connected devices, and of nodes that they are connected to. */
  countConnected(): Promise<{ devices: number; nodes: number }>;
  /** The live nodes, and what they say of themselves: nodes of the releases before say nothing. */
  listNodes(): Promise<LiveNode[]>;
  /** Says at once what this node says of itself otherwise with every renewal of its lease. */
  tell(): void;
  close(): Promise<void>;
}
