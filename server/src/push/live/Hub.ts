import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../../ApiError.ts';
import type { DeviceRow } from '../../devices/deviceRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { readClock } from '../messages/clockRows.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { CLOSE } from '../websocket/frames.ts';
import { isUnopened } from './backlogRows.ts';
import { CatchUp } from './CatchUp.ts';
import { Connection, type Wire } from './Connection.ts';
import { Delivery, type Following } from './Delivery.ts';
import type { DeliveryLedger } from './DeliveryLedger.ts';
import { ACKNOWLEDGED } from './deviceChanges.ts';
import { DeviceFacts } from './DeviceFacts.ts';
import { keptMeanwhile } from './keptMeanwhile.ts';
import { writeUnsettled } from './reachedRows.ts';
import { Routes } from './Routes.ts';
import type { SendToAll } from './SendToAll.types.ts';

/** How patient the server is with its connections. */
export interface LiveTimes {
  /** How often a silent device is asked for a sign of life. */
  heartbeatMs: number;
  /** How long what was sent may wait to be acknowledged. */
  acknowledgeMs: number;
}

const PATIENCE: LiveTimes = { heartbeatMs: 30_000, acknowledgeMs: 60_000 };

/** The devices that are connected to this node, and everything that goes to them. */
export class Hub {
  readonly #db: Database;
  readonly #ledger: DeliveryLedger;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #times: LiveTimes;
  readonly #routes = new Routes();
  readonly #head: () => number;
  readonly #catchUp: CatchUp;
  readonly #facts: DeviceFacts;
  readonly #beats: NodeJS.Timeout;
  readonly #delivery: Delivery;

  constructor(options: {
    db: Database;
    ledger: DeliveryLedger;
    /** Everything up to here was handed to `deliver`, which may not be done with it. */
    head: () => number;
    times?: Partial<LiveTimes> | undefined;
    /** Writes to many sockets faster than their streams. */
    sendToAll?: SendToAll | undefined;
    logger?: FastifyBaseLogger | undefined;
  }) {
    this.#db = options.db;
    this.#ledger = options.ledger;
    this.#head = options.head;
    this.#times = { ...PATIENCE, ...options.times };
    this.#logger = options.logger;
    const { ledger, head, sendToAll } = options;
    this.#delivery = new Delivery({ routes: this.#routes, ledger, head, sendToAll });
    this.#catchUp = new CatchUp({
      ...options,
      onFailure: (connection, error) => this.#fail(connection, error),
    });
    this.#facts = new DeviceFacts({
      db: options.db,
      routes: this.#routes,
      catchUp: this.#catchUp,
      sentUpTo: (connection) => this.#delivery.sentUpTo(connection),
      acknowledge: (connection, position) => this.#acknowledgedElsewhere(connection, position),
      onGone: (connection) => this.disconnect(connection, CLOSE.unregistered, 'unregistered'),
      onFailure: (connection, error) => this.#fail(connection, error),
    });
    this.#beats = setInterval(() => this.#beat(), Math.min(1000, this.#times.heartbeatMs / 4));
    this.#beats.unref();
  }

  get heartbeatMs(): number {
    return this.#times.heartbeatMs;
  }

  get size(): number {
    return this.#routes.size;
  }

  isConnected(deviceId: number): boolean {
    return this.#routes.ofDevice(deviceId) !== undefined;
  }

  /** Takes a device in: it gets what it missed after `since`, and then everything as it comes. */
  async connect(device: DeviceRow, wire: Wire, since: number | undefined): Promise<Connection> {
    const after = await this.#whereToGoOn(device, since);
    this.disconnect(this.#routes.ofDevice(device.id), CLOSE.replaced, 'connected again');
    const now = performance.now();
    const owner = { id: device.id, personId: device.person_id, app: device.app };
    const times = { now, nextBeat: now + this.#times.heartbeatMs };
    const connection = new Connection(owner, wire, after, this.#ledger.standingOf(device), times);
    this.#routes.add(connection);
    const hello = { type: 'hello', cursor: after, heartbeat: this.#times.heartbeatMs / 1000 };
    wire.say(hello);
    try {
      await this.#settle(device, after);
      await this.#facts.load(connection);
    } catch (error) {
      this.#fail(connection, error);
    }
    void this.#catchUp.run(connection);
    return connection;
  }

  /** The position up to which a device has everything that it is to get. */
  async #whereToGoOn(device: DeviceRow, since: number | undefined): Promise<number> {
    const acknowledged = this.#ledger.standingOf(device).position;
    const wanted = since ?? acknowledged;
    // Another node may be ahead of this one. What is ahead of all of them is no cursor of ours.
    const isKnown = wanted <= this.#head() || wanted <= (await readClock(this.#db));
    return Math.max(isKnown ? wanted : acknowledged, device.owner_since);
  }

  /** What a device says it has is acknowledged, and delivered; and it is there, which keeps its token alive. */
  async #settle(device: DeviceRow, upTo: number): Promise<void> {
    const { deliveredUpTo, counted } = this.#ledger.standingOf(device);
    // At once: nobody else counts the same.
    if (device.unsettled_from === null) this.#ledger.acknowledge(device.id, upTo, Date.now());
    else this.#ledger.settle(device.id, upTo, Date.now());
    const range = { after: Math.max(deliveredUpTo, device.owner_since), upTo };
    const owner = { deviceId: device.id, app: device.app };
    const kept = await keptMeanwhile(this.#db, owner, range, counted.skipped);
    for (const { id } of kept) this.#ledger.note(id, device.id, 'delivered');
  }

  /** Lets go of a connection; `code` and `reason` tell the device why, when the server wants it. */
  disconnect(connection: Connection | undefined, code?: number, reason = ''): void {
    if (!connection?.isOpen) return;
    if (connection.unacknowledgedSince !== undefined) {
      const counted = connection.countedUpTo(this.#delivery.sentUpTo(connection));
      this.#ledger.mark(connection.deviceId, counted);
    }
    connection.isOpen = false;
    connection.isLive = false;
    connection.pending = undefined;
    this.#routes.remove(connection);
    if (code !== undefined) connection.wire.close(code, reason);
  }

  /** Hands out messages that follow on everything that was handed out before. Others get their turn where it pauses. */
  deliver(messages: readonly StoredMessage[], following?: Following): Generator<void> {
    return this.#delivery.deliver(messages, following);
  }

  /** A device has kept everything up to a position. */
  acknowledge(connection: Connection, position: number): void {
    const now = performance.now();
    connection.lastHeard = now;
    // Whoever acknowledges has heard from us since, and is there: it need not be asked.
    const { unacknowledgedSince: sentAt = 0 } = connection;
    connection.nextBeat = Math.max(connection.nextBeat, sentAt + this.#times.heartbeatMs);
    const kept = Math.min(position, this.#delivery.sentUpTo(connection));
    connection.acknowledge(kept, now, (piece) => {
      // What came again was counted when it came first.
      if (piece.last <= connection.deliveredBefore) return;
      this.#ledger.noteAll(piece, connection.deviceId, 'delivered');
    });
    const seenAt = connection.isSeenAgain(now) ? Date.now() : undefined;
    this.#ledger.acknowledge(connection.deviceId, kept, seenAt);
    this.goOn(connection);
  }

  /** The same, said elsewhere than on its connection: that may be to another node, or to none. It is on disk then. */
  async acknowledgeDevice(device: DeviceRow, position: number): Promise<void> {
    const connection = this.#routes.ofDevice(device.id);
    if (!connection && this.#db.engine === 'postgres') {
      return this.#tellOthers(device.id, position);
    }
    if (connection) this.acknowledge(connection, position);
    else await this.#settle(device, Math.min(position, this.#head()));
    if (await this.#ledger.flush()) return;
    throw new ApiError('unavailable', 'The acknowledgement could not be written down.');
  }

  /** The node that a device is connected to knows what it was sent; when there is none, the next one finds that out. */
  async #tellOthers(deviceId: number, position: number): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const kept = Math.min(position, await readClock(tx));
      await writeUnsettled(tx, deviceId, kept, Date.now());
      await tx.notify({ topic: ACKNOWLEDGED, key: `${deviceId}:${kept}` });
    });
  }

  #acknowledgedElsewhere(connection: Connection, position: number): void {
    this.acknowledge(connection, position);
    const kept = Math.min(position, this.#delivery.sentUpTo(connection));
    this.#ledger.settle(connection.deviceId, kept);
  }

  /** A device can take more. */
  goOn(connection: Connection): void {
    if (!connection.isLive) void this.#catchUp.run(connection);
  }

  /** The person opened a message on a device. */
  async opened(deviceId: number, messageId: number): Promise<void> {
    if (this.#routes.ofDevice(deviceId)?.opens(messageId) === false) return;
    if (await isUnopened(this.#db, messageId, deviceId)) {
      this.#ledger.note(messageId, deviceId, 'opened');
    }
  }

  /** Tells the devices of a person something that is no message. */
  sayToPerson(personId: string, event: { type: string }): void {
    for (const connection of this.#routes.ofPerson(personId)) connection.wire.say(event);
  }

  hasPerson(personId: string): boolean {
    return [...this.#routes.ofPerson(personId)].length > 0;
  }

  close(): void {
    clearInterval(this.#beats);
    this.#facts.close();
    for (const connection of this.#routes.all()) {
      this.disconnect(connection, CLOSE.goingAway, 'the server shuts down');
    }
  }

  #fail(connection: Connection, error: unknown): void {
    this.#logger?.warn({ err: error, device: connection.deviceId }, 'a connection failed');
    this.disconnect(connection, CLOSE.tryAgain, 'try again');
  }

  // By a clock that nobody sets: otherwise all devices would be silent at once.
  #beat(): void {
    const now = performance.now();
    for (const connection of this.#routes.all()) {
      const { unacknowledgedSince = now } = connection;
      if (now - unacknowledgedSince > this.#times.acknowledgeMs) {
        this.disconnect(connection, CLOSE.unacknowledged, 'nothing was acknowledged');
      } else if (isSilent(connection, now, this.#times.heartbeatMs)) {
        this.disconnect(connection, CLOSE.silent, 'nothing was heard');
      } else if (connection.nextBeat <= now) {
        connection.nextBeat = now + this.#times.heartbeatMs;
        connection.wire.beat(connection.isLive ? this.#delivery.sentUpTo(connection) : undefined);
      }
    }
  }
}

function isSilent({ wire, lastHeard }: Connection, now: number, heartbeatMs: number): boolean {
  return wire.hearsBack && now - lastHeard > 2.5 * heartbeatMs;
}
