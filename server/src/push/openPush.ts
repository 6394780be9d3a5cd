import type { IncomingMessage } from 'node:http';

import { networkOf } from '../http/address/networkOf.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { People } from '../people/People.types.ts';
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
import { Hub } from './live/Hub.ts';
import { liveRoutes } from './live/liveRoutes.ts';
import { ConnectedDevices } from './live/presence/ConnectedDevices.ts';
import { someSeconds } from './live/someSeconds.ts';
import { readClock } from './messages/clockRows.ts';
import { countNewSends, sendProgress } from './messages/sendDayRows.ts';
import type { CommittedBatch } from './messages/Message.types.ts';
import { MessageLog } from './messages/MessageLog.ts';
import { speakProtocol } from './protocol/protocolScope.ts';
import type { Push, PushDeps } from './Push.types.ts';
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
import { findRefused } from './server-keys/findRefused.ts';
import { Senders } from './server-keys/Senders.ts';
import { messageRoutes } from './status/messageRoutes.ts';
import { templateRoutes } from './templates/templateRoutes.ts';
import { instanceIdRoutes } from './topics/instanceIdRoutes.ts';
import { TopicService } from './topics/TopicService.ts';
import type { Transport, TransportName } from './transports/Transport.types.ts';
import { Reachability } from './push-services/Reachability.ts';
import { PushServiceSender } from './push-services/PushServiceSender.ts';
import { PushServiceWorker } from './push-services/PushServiceWorker.ts';
import { Admission } from '../http/rate-limits/Admission.ts';
import { acceptSockets } from './websocket/acceptSockets.ts';
import { openReceiver } from './websocket/Receiver.ts';

/** Opens the gateway on a database. */
export async function openPush(deps: PushDeps): Promise<Push> {
  const { app, db, nodes, yieldingDb, tracer, logger } = deps;
  const traces = tracer && new DeliveryTraces(tracer);
  const transports = new Map<TransportName, Transport>(
    (deps.transports ?? []).map((transport) => [transport.name, transport]),
  );
  const metrics = new PushMetrics(app.metrics, {
    isBusConnected: () => deps.bus.isConnected ?? true,
    transports: transports.keys(),
  });
  const ledger = new DeliveryLedger(db, logger, (state, devices) =>
    metrics.progress(state, devices),
  );
  const { times, nativeSockets } = deps;
  const sendToAll = nativeSockets?.sendToAll;
  const presence = nodes.openPresence({ db, bus: deps.bus, logger });
  const onWritten = traces && traces.written.bind(traces);
  const feed = new Feed(
    {
      db,
      bus: deps.bus,
      onTelling: traces && ((batch) => traces.telling(batch)),
      onHeard: traces && ((messages) => traces.heard(messages)),
      onUntold: (messages) => metrics.untold(messages),
      logger,
    },
    await readClock(db),
  );
  const hub = new Hub({
    db,
    ledger,
    head: () => feed.head,
    nodes,
    presence,
    times,
    sendToAll,
    onWritten,
    logger,
  });
  const deliver: typeof hub.deliver = (messages, following) => hub.deliver(messages, following);
  feed.deliverTo({
    deliver: traces
      ? (messages, following) => traces.delivering(deliver, messages, following)
      : deliver,
    hasAudience: (audience) => hub.hasAudience(audience),
  });
  await presence.start(hub);
  metrics.showConnections(hub);
  const reachability = new Reachability(db);
  await reachability.look();
  const usesPushServices = () => transports.size > 0 && reachability.isAny;
  const onCommit = (batch: CommittedBatch) => {
    metrics.committed(batch.messages.length);
    traces?.stored(batch);
    feed.push(batch);
  };
  const log = new MessageLog({
    db,
    usesPushServices,
    onCommit,
    findRefused: (due) => findRefused(deps, due),
  });
  const connected = new ConnectedDevices({ isHere: (id) => hub.isConnected(id), presence });
  const sender = new PushServiceSender({
    db,
    transports,
    ledger,
    connected,
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
  const perSecond = new Admission(deps.connectsPerSecond);
  const admission = {
    admit: () => !isDraining && perSecond.admit(),
    takePlace: () => (isDraining ? someSeconds() : perSecond.takePlace()),
    giveBack: () => perSecond.giveBack(),
  };
  acceptSockets(app.server, {
    db,
    hub,
    receiver,
    turns,
    refusals,
    countHandshake,
    admission,
    strays,
    answerUnderWay,
    logger,
  });

  return {
    routes(api, { actions }) {
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
      liveRoutes(api, { db, hub, admission });
      void api.register(async (scope) =>
        messageRoutes(scope as TypedApp, { db, actions, senders, ledger }),
      );
      inboxRoutes(api, { inbox, personOf });
    },
    adminRoutes(admin, { actions }) {
      topicSearchRoutes(admin, { db });
      unregisterRoute(admin, { actions });
      templateRoutes(admin, { db, actions });
      searchRoutes(admin, {
        db,
        ledger,
        connected,
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
    progress: (actor) => sendProgress(db, Date.now(), actor),
    nodes: () => presence.nodes,
    connected: () => presence.countConnected(),
    listNodes: () => presence.listNodes(),
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
      await presence.close();
      await Promise.all([...transports.values()].map((transport) => transport.close()));
    },
  };
}
