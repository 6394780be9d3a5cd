import type { LiveServerMessage } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { Acknowledgements } from './Acknowledgements.ts';
import { DeviceReports, type Report } from './DeviceReports.ts';
import { CatchUp } from './CatchUp.ts';
import { Connection, type Wire } from './connection/Connection.ts';
import { FanOut, type Following, type OnWritten } from './fan-out/FanOut.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import { ConnectionUpdater } from './ConnectionUpdater.ts';
import { CLOSE } from './batches/frames.ts';
import { ConnectionIndex } from './fan-out/ConnectionIndex.ts';
import type { SendToAll } from './fan-out/SendToAll.types.ts';
import { DeviceCursors } from './ledger/DeviceCursors.ts';
import { letGoEvenly, letGoNow } from './letGo.ts';
import type { LiveNodes } from './LiveNodes.types.ts';
import type { Presence, Session } from './presence/Presence.types.ts';

/** The timeouts of connections. */
export interface LiveTimes {
  /** How often a silent device is pinged. */
  heartbeatMs: number;
  /** How long a device may take to acknowledge a message. */
  acknowledgeMs: number;
}

const RETRY_MS = 1000;
const PATIENCE: LiveTimes = { heartbeatMs: 30_000, acknowledgeMs: 60_000 };

/** The devices that are connected to this node, and everything that is sent to them. */
export class Hub {
  readonly #ledger: DeliveryLedger;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #times: LiveTimes;
  readonly #connections = new ConnectionIndex();
  readonly #deviceCursors: DeviceCursors;
  readonly #catchUp: CatchUp;
  readonly #updater: ConnectionUpdater;
  readonly #acknowledgements: Acknowledgements;
  readonly #reports: DeviceReports;
  readonly #heartbeats: NodeJS.Timeout;
  #isClosed = false;
  readonly #fanOut: FanOut;
  readonly #presence: Pick<Presence, 'take' | 'lostOf'>;

  constructor(options: {
    db: Database;
    ledger: DeliveryLedger;
    /** The position up to which messages were given to `deliver`, which may still be at work on them. */
    head: () => number;
    nodes: Pick<LiveNodes, 'openAbsent'>;
    /** A device is taken from other nodes before anything about it is read. */
    presence: Pick<Presence, 'take' | 'lostOf'>;
    times?: Partial<LiveTimes> | undefined;
    /** Writes to many sockets faster than their streams. */
    sendToAll?: SendToAll | undefined;
    onWritten?: OnWritten | undefined;
    logger?: FastifyBaseLogger | undefined;
  }) {
    this.#presence = options.presence;
    this.#ledger = options.ledger;
    this.#times = { ...PATIENCE, ...options.times };
    this.#logger = options.logger;
    const { ledger, head, sendToAll, onWritten } = options;
    ledger.onFenced((deviceId, session) => this.#loseSession(deviceId, session));
    const connections = this.#connections;
    this.#fanOut = new FanOut({ connections, ledger, head, sendToAll, onWritten });
    this.#deviceCursors = new DeviceCursors(options);
    this.#catchUp = new CatchUp({
      ...options,
      onFailure: (connection, error) => this.#stayBehind(connection, error),
    });
    const sentUpTo = (connection: Connection) => this.#fanOut.sentUpTo(connection);
    this.#acknowledgements = new Acknowledgements({
      db: options.db,
      ledger,
      connections,
      deviceCursors: this.#deviceCursors,
      absent: options.nodes.openAbsent(options.db, this.#deviceCursors),
      heartbeatMs: this.#times.heartbeatMs,
      sentUpTo,
      resume: (connection) => this.resume(connection),
      logger: options.logger,
    });
    this.#updater = new ConnectionUpdater({
      db: options.db,
      connections,
      catchUp: this.#catchUp,
      sentUpTo,
      acknowledge: (connection, position) =>
        this.#acknowledgements.acknowledgedElsewhere(connection, position),
      onGone: (connection) => this.disconnect(connection, CLOSE.unregistered, 'unregistered'),
      logger: options.logger,
    });
    this.#reports = new DeviceReports(options);
    this.#heartbeats = setInterval(
      () => this.#checkConnections(),
      Math.min(1000, this.#times.heartbeatMs / 4),
    );
    this.#heartbeats.unref();
  }

  get heartbeatMs(): number {
    return this.#times.heartbeatMs;
  }

  get size(): number {
    return this.#connections.size;
  }

  connections(): Iterable<Session> {
    return this.#connections.all();
  }

  isConnected(deviceId: number): boolean {
    return this.#connections.ofDevice(deviceId) !== undefined;
  }

  /**
   * Connects a device: it gets what it missed after `since`, and then everything as it comes. The wire is opened once that
   * is known to be possible; when the device is gone meanwhile, it is closed with the reason. Rejects when the database
   * cannot be read.
   */
  async connect(
    { id }: Pick<DeviceRow, 'id'>,
    open: () => Wire,
    since: number | undefined,
  ): Promise<Connection | undefined> {
    const connection = await this.#deviceCursors.exclusively(id, () =>
      this.#begin(id, open, since),
    );
    // It was on its way in while the others were let go: nobody else would close it, and the server would wait for it.
    if (connection && this.#isClosed) letGoNow([connection], this.#letGo);
    else if (connection) await this.#start(connection);
    else open().close(CLOSE.unregistered, 'unregistered');
    return connection;
  }

  async #begin(
    id: number,
    open: () => Wire,
    since: number | undefined,
  ): Promise<Connection | undefined> {
    this.disconnect(this.#connections.ofDevice(id), CLOSE.replaced, 'connected again');
    // Before the next session begins: afterwards it would look like a late write of a node that had stalled.
    await this.#deviceCursors.write(id);
    const session = await this.#presence.take(id);
    const deviceCursor = await this.#deviceCursors.read(id);
    if (!deviceCursor) return undefined;
    const after = await this.#deviceCursors.resumePosition(deviceCursor, since);
    await this.#deviceCursors.settle(id, deviceCursor, after, session);
    const now = performance.now();
    const { heartbeatMs } = this.#times;
    const times = { now, nextHeartbeat: now + heartbeatMs };
    const wire = open();
    const connection = new Connection(id, wire, after, deviceCursor, times, session);
    this.#connections.add(connection);
    if (!deviceCursor.hasCome) {
      this.#ledger.acknowledge(id, deviceCursor.position, Date.now(), session);
    }
    wire.sendEvent({ type: 'hello', cursor: after, heartbeat: heartbeatMs / 1000 });
    return connection;
  }

  async #start(connection: Connection): Promise<void> {
    await this.#updater.load(connection);
    connection.delivery.loaded();
    this.resume(connection);
  }

  /**
   * Another node has taken the device, and this node did not hear of it: nothing of that session is written any more.
   */
  #loseSession(deviceId: number, session: number): void {
    const connection = this.#connections.ofDevice(deviceId);
    if (connection?.session === session) {
      this.disconnect(connection, CLOSE.replaced, 'connected again');
    }
  }

  /** The device connected to another node: writes down what it was sent here. */
  async release(deviceId: number, session: number): Promise<void> {
    const connection = this.#connections.ofDevice(deviceId);
    if (connection && (connection.session ?? 0) < session) {
      this.disconnect(connection, CLOSE.replaced, 'connected again');
    }
    if (this.#ledger.hasEntriesOf(deviceId)) await this.#ledger.flush();
  }

  /** Ends a connection; `code` and `reason` tell the device why, when it is the server that ends it. */
  disconnect(connection: Connection | undefined, code?: number, reason = ''): void {
    if (!connection?.isOpen) return;
    if (connection.unacknowledgedSince !== undefined) {
      const counted = connection.countedUpTo(this.#fanOut.sentUpTo(connection));
      this.#ledger.markCounted(connection.deviceId, counted, connection.session);
    }
    const passed = connection.takePassed();
    if (passed !== undefined) {
      this.#ledger.acknowledge(connection.deviceId, passed, undefined, connection.session);
    }
    if (connection.session !== undefined) {
      this.#ledger.leave(connection.deviceId, connection.session);
    }
    connection.delivery.close();
    this.#connections.remove(connection);
    if (code !== undefined) connection.wire.close(code, reason);
  }

  /** Whether a message is for a device that is connected here. */
  hasAudience(audience: StoredMessage['audience']): boolean {
    return this.#connections.hasAudience(audience);
  }

  /** Fans out messages that come right after all earlier ones. Other work runs whenever it pauses. */
  deliver(messages: readonly StoredMessage[], following?: Following): Generator<void> {
    return this.#fanOut.deliver(messages, following);
  }

  /** A device acknowledges everything up to a position. */
  acknowledge(connection: Connection, position: number): void {
    this.#acknowledgements.acknowledge(connection, position);
  }

  /** The same by a request, which may come to another node: gives the position that the device has on disk then. */
  acknowledgeDevice(device: Pick<DeviceRow, 'id'>, position: number): Promise<number> {
    return this.#acknowledgements.acknowledgeDevice(device, position);
  }

  /** Goes on with what a device that has room again is to be told, and with its backlog. */
  resume(connection: Connection): void {
    connection.tellLate();
    if (connection.delivery.name === 'behind') void this.#catchUp.run(connection);
  }

  /** Resolves when connected devices get messages by the topics that they have in the database now. */
  refresh(deviceIds: readonly number[]): Promise<void> {
    return this.#updater.refresh(deviceIds);
  }

  /** A device says what became of messages: opened, or kept and not shown. */
  async reported(
    { id, app }: Pick<DeviceRow, 'id' | 'app'>,
    reports: readonly Report[],
  ): Promise<void> {
    const connection = this.#connections.ofDevice(id);
    const isNew = (report: Report) => !connection || isFirst(connection, report);
    await this.#reports.record({ deviceId: id, app }, reports.filter(isNew));
  }

  /** The same by the connection. */
  reportedOn(connection: Connection, report: Report): void {
    const { messageId, held } = report;
    // Requests have a limit of their own.
    if (held !== undefined && !connection.holds(messageId, performance.now())) return;
    if (isFirst(connection, report)) this.#reports.take(connection, report);
  }

  /** Sends an event other than a message to the devices of a person. */
  sendToPerson(personId: string, event: LiveServerMessage): void {
    for (const connection of this.#connections.ofPerson(personId)) connection.tell(event);
  }

  hasPerson(personId: string): boolean {
    return [...this.#connections.ofPerson(personId)].length > 0;
  }

  /** Closes all connections, evenly over some time. */
  drain(ms: number): Promise<void> {
    return letGoEvenly([...this.#connections.all()], ms, this.#letGo);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeats);
    this.#updater.close();
    this.#acknowledgements.close();
    letGoNow([...this.#connections.all()], this.#letGo);
  }

  readonly #letGo = (connection: Connection, reason: string) =>
    this.disconnect(connection, CLOSE.goingAway, reason);

  /** The device keeps its connection, and stays behind until the database answers again. */
  #stayBehind(connection: Connection, error: unknown): void {
    this.#logger?.warn({ err: error, device: connection.deviceId }, 'a device stays behind');
    // Not all of them at once.
    const delay = RETRY_MS * (0.5 + Math.random());
    setTimeout(() => this.resume(connection), delay).unref();
  }

  // A monotonic clock, so that devices do not all time out when the time of day is set.
  #checkConnections(): void {
    const now = performance.now();
    const due: Connection[] = [];
    for (const connection of this.#connections.all()) {
      const { unacknowledgedSince = now } = connection;
      if (now - unacknowledgedSince > this.#times.acknowledgeMs) {
        this.disconnect(connection, CLOSE.unacknowledged, 'nothing was acknowledged');
      } else if (connection.isSilent(now, this.#times.heartbeatMs)) {
        this.disconnect(connection, CLOSE.silent, 'nothing was heard');
      } else if (connection.isHeartbeatDue(now)) {
        due.push(connection);
        connection.postponeHeartbeat(now + this.#times.heartbeatMs);
        connection.wire.heartbeat(
          connection.isLive ? this.#fanOut.sentUpTo(connection) : undefined,
        );
      }
    }
    if (due.length > 0) void this.#endLost(due);
  }

  /** The message by which another node took a device may have been lost: then its silent connection would stay open. */
  async #endLost(connections: readonly Connection[]): Promise<void> {
    // If it fails, the next heartbeat tries again.
    const lost = await this.#presence.lostOf(connections).catch(() => []);
    for (const { deviceId, session } of lost) this.#loseSession(deviceId, session);
  }
}

/** A person opens a message only once. */
function isFirst(connection: Connection, { messageId, held }: Report): boolean {
  return held !== undefined || connection.opens(messageId);
}
