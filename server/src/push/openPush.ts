import type { IncomingMessage } from 'node:http';

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { StrayErrors } from '../errors/stray/StrayErrors.ts';
import { networkOf } from '../http/address/networkOf.ts';
import type { EarlyAnswer } from '../http/answerEarly.ts';
import type { MeasureRequest } from '../http/metrics.ts';
import type { NetworkLimits } from '../http/rateLimits.ts';
import type { RefusalPace } from '../http/strangers/RefusalPace.ts';
import type { StrangerTurns } from '../http/strangers/StrangerTurns.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { AdminActions } from '../operations/actions/AdminActions.ts';
import type { AdminTokens } from '../operations/identity/adminTokens.ts';
import type { Quotas } from '../operations/quotas/Quotas.ts';
import type { People } from '../people/People.types.ts';
import type { Bus } from '../storage/bus/Bus.types.ts';
import type { Database } from '../storage/database/Database.types.ts';
import type { Tracer } from '../tracing/Tracer.ts';
import { forgetPerson } from './device-lifecycle/forgetPerson.ts';
import { DeviceSchedule } from './device-schedule/DeviceSchedule.ts';
import { deviceScheduleRoutes } from './device-schedule/deviceScheduleRoutes.ts';
import { groupRoutes } from './groups/groupRoutes.ts';
import { Housekeeping } from './Housekeeping.ts';
import { Inbox } from './inbox/Inbox.ts';
import { inboxRoutes } from './inbox/inboxRoutes.ts';
import { DeliveryLedger } from './live/ledger/DeliveryLedger.ts';
import { DeliveryTraces } from './live/DeliveryTraces.ts';
import { Feed } from './live/Feed.ts';
import { Hub, type LiveTimes } from './live/Hub.ts';
import { Presence } from './live/presence/Presence.ts';
import { countConnected, listNodes } from './live/presence/presenceRows.ts';
import { liveRoutes } from './live/liveRoutes.ts';
import { readClock } from './messages/clockRows.ts';
import { countNewSends, sendProgress } from './messages/sendDayRows.ts';
import type { CommittedBatch } from './messages/Message.types.ts';
import { MessageLog } from './messages/MessageLog.ts';
import { speakProtocol } from './protocol/protocolScope.ts';
import { PushMetrics } from './PushMetrics.ts';
import { DeviceChallenges } from './registration/challenges/DeviceChallenges.ts';
import { DeviceQuota } from './registration/DeviceQuota.ts';
import { deviceRoutes } from './registration/deviceRoutes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { topicSearchRoutes } from './search/topicSearchRoutes.ts';
import { unregisterRoute } from './search/unregisterRoute.ts';
import { createSendHandler } from './send/createSendHandler.ts';
import { sendEarly } from './send/sendEarly.ts';
import { sendRoutes } from './send/sendRoutes.ts';
import { Senders } from './server-keys/Senders.ts';
import { messageRoutes } from './status/messageRoutes.ts';
import { instanceIdRoutes } from './topics/instanceIdRoutes.ts';
import { TopicService } from './topics/TopicService.ts';
import type { Transport, TransportName } from './transports/Transport.types.ts';
import { Reachability } from './push-services/Reachability.ts';
import { PushServiceSender, type ServiceHealth } from './push-services/PushServiceSender.ts';
import { PushServiceWorker } from './push-services/PushServiceWorker.ts';
import { Admission } from '../http/Admission.ts';
import { acceptSockets } from './websocket/acceptSockets.ts';
import type { NativeSockets } from './websocket/nativeSockets.ts';
import { openReceiver } from './websocket/Receiver.ts';
import type { AnswerUnderWay } from './websocket/whenAnswered.ts';

/** What the push gateway works with. */
export interface PushDeps {
  app: FastifyInstance;
  db: Database;
  /** Tells other nodes of messages. */
  bus: Bus;
  /** SERVER_KEY, and while it is being rotated the previous one. */
  serverKeys: readonly string[];
  adminTokens: AdminTokens;
  people: Pick<People, 'personOf' | 'onPersonDeleted'>;
  /** The push services for devices that are not connected; closed with the gateway. */
  transports?: readonly Transport[] | undefined;
  /** The public key that browsers subscribe to Web Push with. */
  webPushKey?: string | undefined;
  times?: Partial<LiveTimes> | undefined;
  /** Writes to and reads from many sockets in one call, without their streams. */
  nativeSockets?: NativeSockets | undefined;
  /** Devices that may connect to this node in a second, where each costs the shared database some queries. */
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
  routes(api: TypedApp): void;
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
  /** Another text when messages were sent or got further. */
  progress(): Promise<string>;
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

/** Opens the gateway on a database. */
export async function openPush(deps: PushDeps): Promise<Push> {
  const { app, db, yieldingDb, tracer, logger } = deps;
  const traces = tracer && new DeliveryTraces(tracer);
  const transports = new Map<TransportName, Transport>(
    (deps.transports ?? []).map((transport) => [transport.name, transport]),
  );
  const ledger = new DeliveryLedger(db, logger, (state, devices) =>
    metrics.progress(state, devices),
  );
  const { times, nativeSockets } = deps;
  const sendToAll = nativeSockets?.sendToAll;
  const release = (deviceId: number, session: number) => hub.release(deviceId, session);
  const presence = db.isShared
    ? new Presence({ db, bus: deps.bus, connected: () => hub.size, release, logger })
    : undefined;
  const take = presence && ((deviceId: number) => presence.take(deviceId));
  const onWritten = traces && traces.written.bind(traces);
  const head = () => feed.head;
  const hub = new Hub({
    db,
    ledger,
    head,
    take,
    lost: presence && ((sessions) => presence.lostOf(sessions)),
    times,
    sendToAll,
    onWritten,
    logger,
  });
  const deliver: typeof hub.deliver = (messages, following) => hub.deliver(messages, following);
  const feed = new Feed(
    {
      db,
      bus: deps.bus,
      deliver: traces
        ? (messages, following) => traces.delivering(deliver, messages, following)
        : deliver,
      onHeard: traces && ((messages) => traces.heard(messages)),
      logger,
    },
    await readClock(db),
  );
  await presence?.start();
  const metrics = new PushMetrics(app.metrics, () => hub.size);
  const reachability = new Reachability(db);
  await reachability.look();
  const usesPushServices = () => transports.size > 0 && reachability.isAny;
  const onCommit = (batch: CommittedBatch) => {
    metrics.committed(batch.messages.length);
    if (!traces) return feed.push(batch);
    traces.stored(batch);
    if (db.isShared) traces.telling(batch, () => feed.push(batch));
    else feed.push(batch);
  };
  const log = new MessageLog({ db, usesPushServices, onCommit });
  const sender = new PushServiceSender({
    db,
    transports,
    ledger,
    isConnected: ({ id, node }) => hub.isConnected(id) || (presence?.isElsewhere(node) ?? false),
    tracer,
    logger,
    onOutcome: (transport, kind) => metrics.sentToService(transport, kind),
  });
  const worker = new PushServiceWorker({ db, sender, logger });
  const housekeeping = new Housekeeping({ db, log, logger });
  const senders = new Senders(db, deps.serverKeys, deps.adminTokens);
  const topics = new TopicService(db, (deviceIds) => hub.refresh(deviceIds));
  const reachesApple = () => sender.hasCredentials('apns');
  const sendHandler = createSendHandler({
    db,
    log,
    usesPushServices,
    reachesApple,
    budgets: app.requestBudgets,
    onCommit,
  });
  const schedule = new DeviceSchedule({ db: yieldingDb, log, quotas: deps.quotas });
  const deviceQuota = new DeviceQuota(db, deps.quotas);
  const inbox = new Inbox(db, hub);
  const challenges = new DeviceChallenges({ db, transports, budgets: app.requestBudgets, logger });
  const personOf: People['personOf'] = (authorization) => deps.people.personOf(authorization);
  const stopForgetting = deps.people.onPersonDeleted((personId) => forgetPerson(db, personId));
  const receiver = openReceiver(nativeSockets);
  const countHandshake = (request: IncomingMessage) =>
    deps.limits.count('handshakes', networkOf(app.addressOf(request)));
  const { strays, turns, refusals, answerUnderWay } = deps;
  let isDraining = false;
  const admission = new Admission(db.isShared ? deps.connectsPerSecond : Infinity);
  acceptSockets(app.server, {
    db,
    hub,
    receiver,
    turns,
    refusals,
    countHandshake,
    isAdmitted: () => !isDraining && admission.admit(),
    strays,
    answerUnderWay,
    logger,
  });

  return {
    routes(api) {
      const { webPushKey, quotas } = deps;
      deviceRoutes(api, {
        db: yieldingDb,
        topics,
        senders,
        personOf,
        challenges,
        webPushKey,
        quotas,
        deviceQuota,
      });
      deviceScheduleRoutes(api, { db, schedule });
      liveRoutes(api, { db, hub });
      messageRoutes(api, { db, senders, ledger });
      inboxRoutes(api, { inbox, personOf });
    },
    adminRoutes(admin, { actions }) {
      topicSearchRoutes(admin, { db });
      unregisterRoute(admin, { actions });
      searchRoutes(admin, {
        db,
        ledger,
        isConnected: ({ id, node }) =>
          hub.isConnected(id) || (presence?.isElsewhere(node) ?? false),
      });
    },
    protocolRoutes(scope) {
      speakProtocol(scope, { senders, limits: deps.limits });
      sendRoutes(scope, { sendHandler, tracer });
      instanceIdRoutes(scope, { db, topics });
      groupRoutes(scope, { db });
    },
    isKnownSender: (authorization) => senders.remembered(authorization) !== undefined,
    isSending: () => sendHandler.pending > 0,
    earlySends: (measure) => sendEarly({ sendHandler, senders, measure, tracer, logger }),
    countSends: async () => void (await countNewSends(db)),
    progress: () => sendProgress(db, Date.now()),
    nodes: () => presence?.nodes ?? 1,
    connected: async () =>
      presence ? countConnected(db, Date.now()) : { devices: hub.size, nodes: 1 },
    listNodes: async () => {
      if (!presence) return [{ node: 'the only one', connected: hub.size, isThis: true }];
      const nodes = await listNodes(db, Date.now());
      return nodes.map((each) => ({ ...each, isThis: each.node === presence.node }));
    },
    services: () => sender.services(),
    start() {
      housekeeping.start();
      if (transports.size > 0) worker.start();
    },
    drain(ms) {
      isDraining = true;
      return hub.drain(ms);
    },
    disconnectAll: () => hub.close(),
    async close() {
      hub.close();
      receiver?.close();
      inbox.close();
      stopForgetting();
      sendHandler.close();
      await housekeeping.close();
      await worker.close();
      feed.close();
      senders.close();
      reachability.close();
      await ledger.flush();
      await presence?.close();
      await Promise.all([...transports.values()].map((transport) => transport.close()));
    },
  };
}
