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
import type { ServiceHealth } from './push-services/ServiceStates.ts';
import type { Transport } from './transports/Transport.types.ts';
import type { NativeSockets } from './websocket/nativeSockets.ts';
import type { AnswerUnderWay } from './websocket/whenAnswered.ts';

/** What the push gateway works with. */
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
  /** What operators may do now who scheduled something earlier. */
  grantOfPerson: GrantOfPerson;
  people: Pick<People, 'personOf' | 'onPersonDeleted'>;
  /** The push services for devices that are not connected; closed with the gateway. */
  transports?: readonly Transport[] | undefined;
  /** The public key that browsers subscribe to Web Push with. */
  webPushKey?: string | undefined;
  times?: Partial<LiveTimes> | undefined;
  /** Writes to and reads from many sockets in one call, without their streams. */
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
  /** Records what happens to sends. */
  tracer?: Tracer | undefined;
  logger?: FastifyBaseLogger | undefined;
}

/** The push gateway between senders and devices. */
export interface Push {
  /** The routes of devices and people; the caller limits requests per address. */
  routes(api: TypedApp, deps: { actions: AdminActions }): void;
  /** What operators look for and change, below `/v1/admin`. */
  adminRoutes(admin: TypedApp, deps: { actions: AdminActions }): void;
  /** The routes of senders, which answer in the words of the FCM protocol. */
  protocolRoutes(scope: FastifyInstance): void;
  /** The fast path of sends, before routing. */
  earlySends(measure: MeasureRequest): EarlyAnswer;
  /** Whether an `Authorization` header has a key that is in memory. */
  isKnownSender(authorization: string): boolean;
  /** Whether any send has no answer yet. */
  isSending(): boolean;
  /** Counts what was sent since the last time, by sender and day. */
  countSends(): Promise<void>;
  /** Another text when messages, or those of one sender, were sent or got further. */
  progress(sender?: string): Promise<string>;
  /** How many nodes are known to be there, this one among them. */
  nodes(): number;
  /** How many devices are connected now, and to how many nodes. */
  connected(): Promise<{ devices: number; nodes: number }>;
  /** Every node that is there, and how many devices it has. */
  listNodes(): Promise<{ node: string; connected: number; isThis: boolean }[]>;
  /** How each push service does, as this node sees it. */
  services(): ServiceHealth[];
  /** Starts periodic work and the worker of push services. */
  start(): void;
  /** Lets no device connect any more, and closes the connections evenly over some time. */
  drain(ms: number): Promise<void>;
  /** Closes the connections of devices, first of all at shutdown: they find another node while this one finishes. */
  disconnectAll(): void;
  close(): Promise<void>;
}
