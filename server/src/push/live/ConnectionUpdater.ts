import type { Change, Database } from '../../storage/database/Database.types.ts';
import { ACKNOWLEDGED, DEVICE_CHANGE, devicesIn } from '../devices/deviceChanges.ts';
import { findDeviceById } from '../devices/deviceRows.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import type { CatchUp } from './CatchUp.ts';
import type { Connection } from './connection/Connection.ts';
import type { ConnectionIndex } from './fan-out/ConnectionIndex.ts';

interface ConnectionUpdaterOptions {
  db: Database;
  connections: ConnectionIndex;
  catchUp: CatchUp;
  /** The position up to which a device was sent everything. */
  sentUpTo: (connection: Connection) => number;
  /** Called when a device acknowledges everything up to a position elsewhere than on its connection. */
  acknowledge: (connection: Connection, position: number) => void;
  onGone: (connection: Connection) => void;
  onFailure: (connection: Connection, error: unknown) => void;
}

/**
 * Keeps what connections know of their devices (topics, person, app) up to date: reads it when a device connects, and
 * again when it changes.
 */
export class ConnectionUpdater {
  readonly #options: ConnectionUpdaterOptions;
  /** The last read of each device: reads of one device follow each other. */
  readonly #readings = new WeakMap<Connection, Promise<void>>();
  readonly #stopListening: () => void;

  constructor(options: ConnectionUpdaterOptions) {
    this.#options = options;
    this.#stopListening = options.db.onChange((change) => this.#hear(change));
  }

  /** Reads the topics of a device. */
  load(connection: Connection): Promise<void> {
    const reading = this.#loadTopics(connection);
    this.#readings.set(connection, reading);
    return reading;
  }

  close(): void {
    this.#stopListening();
  }

  #hear(change: Change | undefined): void {
    const { connections, acknowledge } = this.#options;
    if (change === undefined) {
      for (const connection of connections.all()) this.#refresh(connection);
      return;
    }
    if (change.topic === ACKNOWLEDGED) {
      const [id, position] = change.key.split(':').map(Number);
      const connection = connections.ofDevice(id!);
      if (connection) acknowledge(connection, position!);
    }
    if (change.topic !== DEVICE_CHANGE) return;
    for (const id of devicesIn(change)) {
      const connection = connections.ofDevice(id);
      if (connection) this.#refresh(connection);
    }
  }

  /** Something about the device changed: its topics, its person, or that it exists. */
  #refresh(connection: Connection): void {
    const before = this.#readings.get(connection) ?? Promise.resolve();
    const reading = before
      .then(() => this.#readAgain(connection))
      .catch((error: unknown) => this.#options.onFailure(connection, error));
    this.#readings.set(connection, reading);
  }

  async #readAgain(connection: Connection): Promise<void> {
    const { db, connections, onGone } = this.#options;
    const device = await findDeviceById(db, connection.deviceId);
    if (!device) return onGone(connection);
    if (!connection.isOpen) return;
    connection.setApp(device.app);
    connections.setPerson(connection, device.person_id);
    await this.#loadTopics(connection);
  }

  async #loadTopics(connection: Connection): Promise<void> {
    const { db, connections, catchUp, sentUpTo } = this.#options;
    const subscriptions = await subscriptionsOf(db, connection.deviceId);
    if (!connection.isOpen) return;
    const before = connection.topics;
    connections.setTopics(connection, new Set(subscriptions.map(({ topic }) => topic)));
    // A device that is behind gets messages of new topics with the rest of its backlog.
    if (!connection.isLive) return;
    const upTo = sentUpTo(connection);
    // What was published before the device was live was read with the topics that it had then.
    const added = subscriptions
      .filter(({ topic, since }) => !before.has(topic) && since < upTo)
      .map(({ topic, since }) => ({ topic, since: Math.max(since, connection.delivery.liveFrom) }));
    if (added.length > 0) await catchUp.onSubscribing(connection, added, upTo, before);
  }
}
