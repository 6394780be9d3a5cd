import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { StrayErrors } from '../errors/stray/StrayErrors.ts';
import type { EarlyAnswer } from '../http/connections/answerEarly.ts';
import type { MeasureRequest } from '../http/metrics.ts';
import type { NetworkLimits } from '../http/rate-limits/rateLimits.ts';
import type { RefusalPace } from '../http/strangers/RefusalPace.ts';
import type { StrangerTurns } from '../http/strangers/StrangerTurns.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { AdminActions } from '../operations/actions/AdminActions.ts';
import type { GrantOfPerson } from '../operations/console/grantOfPerson.ts';
import type { AdminTokens } from '../operations/identity/adminTokens.ts';
import type { Quotas } from '../operations/quotas/Quotas.ts';
import type { Bus } from '../storage/bus/Bus.types.ts';
import type { Database } from '../storage/database/Database.types.ts';
import type { Tracer } from '../tracing/Tracer.ts';
import type { People } from '../people/People.types.ts';
import type { LiveTimes } from './live/Hub.ts';
import type { LiveNodes } from './live/LiveNodes.types.ts';
import type { LiveNode } from './live/presence/Presence.types.ts';
import type { SharedHealth } from './push-services/healthOnNodes.ts';
import type { Transport } from './transports/Transport.types.ts';
import type { NativeSockets } from './websocket/nativeSockets.ts';
import type { AnswerUnderWay } from './websocket/whenAnswered.ts';

/** What the push gateway depends on. */
export interface PushDeps {
  app: FastifyInstance;
  db: Database;
  /** Whether it is the only node of the database. */
  nodes: LiveNodes;
  /** Tells other nodes of messages. */
  bus: Bus;
  /** SERVER_KEY, and while it is being rotated the previous one. */
  serverKeys: readonly string[];
  adminTokens: AdminTokens;
  /** The current rights of people who scheduled something earlier. */
  grantOfPerson: GrantOfPerson;
  people: Pick<People, 'personOf' | 'onPersonDeleted'>;
  /** The push services for devices that are not connected; closed with the gateway. */
  transports?: readonly Transport[] | undefined;
  /** The public key that browsers subscribe to Web Push with. */
  webPushKey?: string | undefined;
  times?: Partial<LiveTimes> | undefined;
  /** Writes to and reads from many sockets in one call, bypassing their streams. */
  nativeSockets?: NativeSockets | undefined;
  /** Devices that may connect to this node in a second: each costs a shared database some queries. */
  connectsPerSecond: number;
  answerUnderWay: AnswerUnderWay;
  limits: NetworkLimits;
  turns: StrangerTurns;
  refusals: RefusalPace;
  /** For writes that strangers can cause: they yield to other writes. */
  yieldingDb: Database;
  quotas: Quotas;
  strays: StrayErrors;
  /** Traces sends. */
  tracer?: Tracer | undefined;
  logger?: FastifyBaseLogger | undefined;
}

/** The push gateway between senders and devices. */
export interface Push {
  /** The routes of devices and people; the caller limits requests per address. */
  routes(api: TypedApp, deps: { actions: AdminActions }): void;
  /** The routes of operators, below `/v1/admin`. */
  adminRoutes(admin: TypedApp, deps: { actions: AdminActions }): void;
  /** The routes of senders, which speak the FCM protocol. */
  protocolRoutes(scope: FastifyInstance): void;
  /** The fast path of sends, before routing. */
  earlySends(measure: MeasureRequest): EarlyAnswer;
  /** Whether an `Authorization` header has a key that is in memory. */
  isKnownSender(authorization: string): boolean;
  /** Whether any send has no answer yet. */
  isSending(): boolean;
  /** Brings the counts of sends by sender and day up to date. */
  countSends(): Promise<void>;
  /** A fingerprint that changes whenever messages, or those of one sender, are sent or make progress. */
  progress(sender?: string): Promise<string>;
  /** The number of live nodes, this one included. */
  nodes(): number;
  /** How many devices are connected now, and to how many nodes. */
  connected(): Promise<{ devices: number; nodes: number }>;
  /** The live nodes, how many devices each has, and what it says of itself. */
  listNodes(): Promise<LiveNode[]>;
  /** The health of each push service, as all nodes see it together. */
  services(): Promise<SharedHealth[]>;
  /** Starts periodic work and the worker of push services. */
  start(): void;
  /** Refuses new connections, and closes the existing ones evenly over `ms`. */
  drain(ms: number): Promise<void>;
  /** Closes the connections of devices. This comes first at shutdown: they find another node while this one finishes. */
  disconnectAll(): void;
  close(): Promise<void>;
}
