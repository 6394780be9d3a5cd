import type { LiveServerMessage } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { AcknowledgedAway } from './AcknowledgedAway.ts';
import { isUnopened } from './backlog/Backlog.ts';
import { CatchUp } from './CatchUp.ts';
import { Connection, type Wire } from './connection/Connection.ts';
import { FanOut, type Following } from './fan-out/FanOut.ts';
import type { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import { DeviceFacts } from './DeviceFacts.ts';
import { CLOSE } from './batches/frames.ts';
import { readDeviceCursor } from './ledger/cursorRows.ts';
import { ConnectionIndex } from './fan-out/ConnectionIndex.ts';
import type { SendToAll } from './fan-out/SendToAll.types.ts';
import { DeviceCursors } from './ledger/DeviceCursors.ts';

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
  readonly #connections = new ConnectionIndex();
  readonly #deviceCursors: DeviceCursors;
  readonly #catchUp: CatchUp;
  readonly #facts: DeviceFacts;
  readonly #away: AcknowledgedAway;
  readonly #beats: NodeJS.Timeout;
  readonly #fanOut: FanOut;

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
    this.#times = { ...PATIENCE, ...options.times };
    this.#logger = options.logger;
    const { ledger, head, sendToAll } = options;
    this.#fanOut = new FanOut({ connections: this.#connections, ledger, head, sendToAll });
    this.#deviceCursors = new DeviceCursors(options);
    this.#catchUp = new CatchUp({
      ...options,
      onFailure: (connection, error) => this.#fail(connection, error),
    });
    this.#facts = new DeviceFacts({
      db: options.db,
      connections: this.#connections,
      catchUp: this.#catchUp,
      sentUpTo: (connection) => this.#fanOut.sentUpTo(connection),
      acknowledge: (connection, position) => this.#acknowledgedElsewhere(connection, position),
      onGone: (connection) => this.disconnect(connection, CLOSE.unregistered, 'unregistered'),
      onFailure: (connection, error) => this.#fail(connection, error),
    });
    this.#away = new AcknowledgedAway(options.db);
    this.#beats = setInterval(() => this.#beat(), Math.min(1000, this.#times.heartbeatMs / 4));
    this.#beats.unref();
  }

  get heartbeatMs(): number {
    return this.#times.heartbeatMs;
  }

  get size(): number {
    return this.#connections.size;
  }

  isConnected(deviceId: number): boolean {
    return this.#connections.ofDevice(deviceId) !== undefined;
  }

  /**
   * Takes a device in: it gets what it missed after `since`, and then everything as it comes. One that cannot be taken in is
   * told so.
   */
  async connect(
    { id }: Pick<DeviceRow, 'id'>,
    wire: Wire,
    since: number | undefined,
  ): Promise<Connection | undefined> {
    try {
      const connection = await this.#deviceCursors.inTurn(id, () => this.#begin(id, wire, since));
      if (!connection) wire.close(CLOSE.unregistered, 'unregistered');
      else await this.#goOnWhenReady(connection);
      return connection;
    } catch (error) {
      this.#logger?.warn({ err: error, device: id }, 'a device could not connect');
      wire.close(CLOSE.tryAgain, 'try again');
      return undefined;
    }
  }

  async #begin(id: number, wire: Wire, since: number | undefined): Promise<Connection | undefined> {
    this.disconnect(this.#connections.ofDevice(id), CLOSE.replaced, 'connected again');
    const deviceCursor = await this.#deviceCursors.read(id);
    if (!deviceCursor) return undefined;
    const after = await this.#deviceCursors.whereToGoOn(deviceCursor, since);
    await this.#deviceCursors.settle(id, deviceCursor, after);
    const now = performance.now();
    const { heartbeatMs } = this.#times;
    const times = { now, nextBeat: now + heartbeatMs };
    const connection = new Connection(id, wire, after, deviceCursor, times);
    this.#connections.add(connection);
    if (!deviceCursor.hasCome) this.#ledger.acknowledge(id, deviceCursor.position, Date.now());
    wire.say({ type: 'hello', cursor: after, heartbeat: heartbeatMs / 1000 });
    return connection;
  }

  async #goOnWhenReady(connection: Connection): Promise<void> {
    try {
      await this.#facts.load(connection);
    } catch (error) {
      this.#fail(connection, error);
    }
    connection.delivery.loaded();
    this.goOn(connection);
  }

  /** Lets go of a connection; `code` and `reason` tell the device why, when the server wants it. */
  disconnect(connection: Connection | undefined, code?: number, reason = ''): void {
    if (!connection?.isOpen) return;
    if (connection.unacknowledgedSince !== undefined) {
      const counted = connection.countedUpTo(this.#fanOut.sentUpTo(connection));
      this.#ledger.mark(connection.deviceId, counted);
    }
    connection.delivery.close();
    this.#connections.remove(connection);
    if (code !== undefined) connection.wire.close(code, reason);
  }

  /** Hands out messages that follow on everything that was handed out before. Others get their turn where it pauses. */
  deliver(messages: readonly StoredMessage[], following?: Following): Generator<void> {
    return this.#fanOut.deliver(messages, following);
  }

  /** A device has kept everything up to a position. */
  acknowledge(connection: Connection, position: number): void {
    const now = performance.now();
    connection.heard(now);
    // Whoever acknowledges has heard from us since, and is there: it need not be asked.
    const { unacknowledgedSince: sentAt = 0 } = connection;
    connection.delayBeat(sentAt + this.#times.heartbeatMs);
    const kept = Math.min(position, this.#fanOut.sentUpTo(connection));
    connection.acknowledge(kept, now, (sentBatch) => {
      // What came again was counted when it came first.
      if (sentBatch.last <= connection.deliveredBefore) return;
      this.#ledger.noteAll(sentBatch, connection.deviceId, 'delivered');
    });
    const seenAt = connection.isSeenAgain(now) ? Date.now() : undefined;
    if (connection.acknowledgesElsewhere) this.#ledger.settle(connection.deviceId, kept, seenAt);
    else this.#ledger.acknowledge(connection.deviceId, kept, seenAt);
    this.goOn(connection);
  }

  /**
   * The same, said elsewhere than on its connection: that may be to another node, or to none. Gives back how far the device
   * has come on disk, which is never further than it was sent something.
   */
  async acknowledgeDevice({ id }: Pick<DeviceRow, 'id'>, position: number): Promise<number> {
    const isHere = await this.#deviceCursors.inTurn(id, () => this.#acknowledgeHere(id, position));
    // Not in turn: the device may connect to this node while another one is asked.
    if (!isHere) await this.#away.acknowledge(id, position);
    return (await readDeviceCursor(this.#db, id))?.position ?? 0;
  }

  /** Says whether this node knows what the device was sent; then the acknowledgement is on disk. */
  async #acknowledgeHere(id: number, position: number): Promise<boolean> {
    const connection = this.#connections.ofDevice(id);
    if (connection) this.acknowledge(connection, position);
    else {
      const deviceCursor = await this.#deviceCursors.read(id);
      if (!deviceCursor) return true;
      if (this.#db.isShared) return false;
      // What it says beyond what it was sent is ignored.
      await this.#deviceCursors.settle(
        id,
        deviceCursor,
        Math.min(position, deviceCursor.counted.upTo),
      );
    }
    if (await this.#ledger.flush()) return true;
    throw new ApiError('unavailable', 'The acknowledgement could not be written down.');
  }

  #acknowledgedElsewhere(connection: Connection, position: number): void {
    connection.setAcknowledgesElsewhere();
    this.acknowledge(connection, position);
    void this.#tellWhoAsked(connection);
  }

  async #tellWhoAsked(connection: Connection): Promise<void> {
    try {
      if (await this.#ledger.flush()) await this.#away.tell(connection.deviceId);
    } catch (error) {
      // They have waited for long enough by then, and answer what is on disk.
      this.#logger?.warn(
        { err: error, device: connection.deviceId },
        'an acknowledgement was not told',
      );
    }
  }

  /** A device can take more. */
  goOn(connection: Connection): void {
    if (connection.delivery.name === 'behind') void this.#catchUp.run(connection);
  }

  /** The person opened a message on a device. */
  async opened(deviceId: number, messageId: number): Promise<void> {
    if (this.#connections.ofDevice(deviceId)?.opens(messageId) === false) return;
    if (await isUnopened(this.#db, messageId, deviceId)) {
      this.#ledger.note(messageId, deviceId, 'opened');
    }
  }

  /** Tells the devices of a person something that is no message. */
  sayToPerson(personId: string, event: LiveServerMessage): void {
    for (const connection of this.#connections.ofPerson(personId)) connection.wire.say(event);
  }

  hasPerson(personId: string): boolean {
    return [...this.#connections.ofPerson(personId)].length > 0;
  }

  close(): void {
    clearInterval(this.#beats);
    this.#facts.close();
    this.#away.close();
    for (const connection of this.#connections.all()) {
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
    for (const connection of this.#connections.all()) {
      const { unacknowledgedSince = now } = connection;
      if (now - unacknowledgedSince > this.#times.acknowledgeMs) {
        this.disconnect(connection, CLOSE.unacknowledged, 'nothing was acknowledged');
      } else if (connection.isSilent(now, this.#times.heartbeatMs)) {
        this.disconnect(connection, CLOSE.silent, 'nothing was heard');
      } else if (connection.isBeatDue(now)) {
        connection.delayBeat(now + this.#times.heartbeatMs);
        connection.wire.beat(connection.isLive ? this.#fanOut.sentUpTo(connection) : undefined);
      }
    }
  }
}
