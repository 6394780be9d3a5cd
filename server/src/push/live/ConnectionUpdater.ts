import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyBaseLogger } from 'fastify';

import type { Change, Database } from '../../storage/database/Database.types.ts';
import { ACKNOWLEDGED, DEVICE_CHANGE, devicesIn } from '../devices/deviceChanges.ts';
import { findDevicesById } from '../devices/deviceRows.ts';
import { type SubscriptionRow, subscriptionsOf, subscriptionsOfAll } from '../devices/topicRows.ts';
import type { CatchUp } from './CatchUp.ts';
import type { Connection } from './connection/Connection.ts';
import type { ConnectionIndex } from './fan-out/ConnectionIndex.ts';

/** How many devices are read at once. After missed notifications, all connected devices are read again. */
const MAX_AT_ONCE = 500;
const RETRY_MS = 1000;
/** How long a request that changed a device waits until its connection is up to date. */
const MAX_REFRESH_MS = 2000;

interface ConnectionUpdaterOptions {
  db: Database;
  connections: ConnectionIndex;
  catchUp: CatchUp;
  /** The position up to which a device was sent everything. */
  sentUpTo: (connection: Connection) => number;
  /** Called when a device acknowledges everything up to a position by a request to another node. */
  acknowledge: (connection: Connection, position: number) => void;
  onGone: (connection: Connection) => void;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Keeps the state that connections cache of their devices (topics, person, app) up to date: reads it when a device
 * connects, and again when it changes. While the database is unavailable, connections stay as they are.
 */
export class ConnectionUpdater {
  readonly #options: ConnectionUpdaterOptions;
  /** The first read of each device: later reads wait for it. */
  readonly #loading = new WeakMap<Connection, Promise<void>>();
  /** Connections whose cached state may be stale. */
  readonly #outdated = new Set<Connection>();
  readonly #closing = new AbortController();
  readonly #stopListening: () => void;
  #reading: Promise<void> | undefined;

  constructor(options: ConnectionUpdaterOptions) {
    this.#options = options;
    this.#stopListening = options.db.onChange((change) => this.#hear(change));
  }

  /** Reads the topics of a device, as soon as that is possible. */
  load(connection: Connection): Promise<void> {
    const loading = this.#load(connection);
    this.#loading.set(connection, loading);
    return loading;
  }

  /** Resolves when the connections of these devices on this node reflect the current state of the database. */
  async refresh(deviceIds: readonly number[]): Promise<void> {
    if (!this.#markOutdated(deviceIds)) return;
    const late = wait(MAX_REFRESH_MS, undefined, { signal: this.#closing.signal, ref: false });
    await Promise.race([this.#readOutdated(), late.catch(() => undefined)]);
  }

  close(): void {
    this.#closing.abort();
    this.#stopListening();
  }

  #hear(change: Change | undefined): void {
    const { connections, acknowledge } = this.#options;
    if (change === undefined) {
      for (const connection of connections.all()) this.#outdated.add(connection);
      void this.#readOutdated();
      return;
    }
    if (change.topic === ACKNOWLEDGED) {
      const [id, position] = change.key.split(':').map(Number);
      const connection = connections.ofDevice(id!);
      if (connection) acknowledge(connection, position!);
    }
    if (change.topic !== DEVICE_CHANGE) return;
    if (this.#markOutdated(devicesIn(change))) void this.#readOutdated();
  }

  /** Returns whether any of the devices is connected. */
  #markOutdated(deviceIds: readonly number[]): boolean {
    const own = deviceIds.map((id) => this.#options.connections.ofDevice(id));
    const connected = own.filter((connection) => connection !== undefined);
    for (const connection of connected) this.#outdated.add(connection);
    return connected.length > 0;
  }

  async #load(connection: Connection): Promise<void> {
    const { db } = this.#options;
    while (connection.isOpen && !this.#closing.signal.aborted) {
      try {
        return await this.#setTopics(connection, await subscriptionsOf(db, connection.deviceId));
      } catch (error) {
        await this.#wait(error);
      }
    }
  }

  #readOutdated(): Promise<void> {
    this.#reading ??= this.#readPages().then(() => {
      this.#reading = undefined;
      // Some were marked after the last page was read.
      if (this.#outdated.size > 0 && !this.#closing.signal.aborted) return this.#readOutdated();
      return undefined;
    });
    return this.#reading;
  }

  /** Reads the changed devices: their topics, their persons, and whether they still exist. */
  async #readPages(): Promise<void> {
    while (this.#outdated.size > 0 && !this.#closing.signal.aborted) {
      const page = [...this.#outdated].slice(0, MAX_AT_ONCE);
      for (const connection of page) this.#outdated.delete(connection);
      const open = page.filter(({ isOpen }) => isOpen);
      try {
        await this.#readAgain(open);
      } catch (error) {
        for (const connection of open) this.#outdated.add(connection);
        await this.#wait(error);
      }
    }
  }

  async #readAgain(page: readonly Connection[]): Promise<void> {
    const { db, connections, onGone } = this.#options;
    await Promise.all(page.map(async (connection) => this.#loading.get(connection)));
    const ids = page.map(({ deviceId }) => deviceId);
    const devices = new Map((await findDevicesById(db, ids)).map((row) => [row.id, row]));
    const subscriptions = await subscriptionsOfAll(db, ids);
    const setAll = page.map(async (connection) => {
      const device = devices.get(connection.deviceId);
      if (!device) return onGone(connection);
      if (!connection.isOpen) return undefined;
      connection.setApp(device.app);
      connections.setPerson(connection, device.person_id);
      return this.#setTopics(connection, subscriptions.get(connection.deviceId)!);
    });
    await Promise.all(setAll);
  }

  async #setTopics(
    connection: Connection,
    subscriptions: readonly SubscriptionRow[],
  ): Promise<void> {
    const { connections, catchUp, sentUpTo } = this.#options;
    if (!connection.isOpen) return;
    const before = connection.topics;
    connections.setTopics(connection, new Set(subscriptions.map(({ topic }) => topic)));
    // A device that is behind gets messages of new topics with the rest of its backlog.
    if (!connection.isLive) return;
    const upTo = sentUpTo(connection);
    // Messages up to `delivery.sentUpTo` were read from storage, which used the current subscriptions already.
    const added = subscriptions
      .filter(({ topic, since }) => !before.has(topic) && since < upTo)
      .map(({ topic, since }) => ({ topic, since: Math.max(since, connection.delivery.sentUpTo) }));
    if (added.length > 0) await catchUp.onSubscribing(connection, added, upTo, before);
  }

  async #wait(reason: unknown): Promise<void> {
    this.#options.logger?.warn({ err: reason }, 'what changed about devices cannot be read');
    await wait(RETRY_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(
      () => undefined,
    );
  }
}
