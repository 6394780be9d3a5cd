import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { takeTurn } from '../../../storage/database/turns.ts';
import { ServiceHealth } from '../../transports/ServiceHealth.ts';
import type {
  ConnectedHere,
  LiveNode,
  Presence,
  PresenceOptions,
  Session,
} from './Presence.types.ts';
import {
  countConnected,
  deleteLostNodes,
  endLease,
  fenceOff,
  listNodes,
  nodeOf,
  readLeases,
  renewLease,
  sessionsOf,
  takeDevice,
  takeDevicesAgain,
} from './presenceRows.ts';

const RENEW_EVERY_MS = 2000;
/** How long what a node says of itself is gathered: push services that fail do so many times a second. */
const TELL_AFTER_MS = 200;
const LEASE_MS = 8000;
const NOTE_ALIVE_EVERY_MS = 60_000;
const FORGET_AFTER_MS = 60 * 60_000;
/** How long another node may take to release a device. */
const RELEASE_WITHIN_MS = 1000;

const TAKEN = 'devices-taken';
const RELEASED = 'devices-released';
const Taken = z.object({ device: z.int(), session: z.int(), from: z.nullable(z.string()) });

/**
 * Presence for nodes that share a database. A device is connected to one node at a time: the node that it connects to takes
 * it over, and continues once the other one has written what the device was sent, so that this is counted once.
 */
export class SharedPresence implements Presence {
  readonly #node = randomUUID();
  readonly #options: PresenceOptions;
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #stops: (() => void)[] = [];
  #alive: ReadonlySet<string> = new Set();
  /** Nodes that were looked up since the last renewal and are not alive: a negative cache. */
  #gone = new Set<string>();
  #renewal: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #renewsAgain = false;
  /** Set between start and close. */
  #here: ConnectedHere | undefined;
  #leasedUntil = 0;
  #notesAliveAt = 0;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  async start(here: ConnectedHere): Promise<void> {
    const { bus, db } = this.#options;
    this.#here = here;
    this.#stops.push(
      // The connection to the database was lost: after a failover, the data may be an older copy.
      db.onChange((change) => {
        if (!change && this.#renewal) void this.#renew(here);
      }),
      bus.subscribe(TAKEN, (told) => void this.#hear(here, told.text())),
      bus.subscribe(RELEASED, (told) => this.#wake(Number(told.text()))),
    );
    await this.#renew(here);
    this.#renewal = setInterval(() => void this.#renew(here), RENEW_EVERY_MS).unref();
  }

  get nodes(): number {
    return Math.max(1, this.#alive.size);
  }

  async lookFor(nodes: Iterable<string | null>): Promise<void> {
    const unknown = new Set<string>();
    for (const node of nodes) {
      if (node !== null && !this.#alive.has(node) && !this.#gone.has(node)) unknown.add(node);
    }
    if (unknown.size === 0) return;
    const { db } = this.#options;
    const leases = await readLeases(db, await db.now(), this.#node);
    this.#alive = new Set([...leases.keys(), this.#node]);
    for (const node of unknown) if (!leases.has(node)) this.#gone.add(node);
  }

  isElsewhere(node: string | null): boolean {
    return node !== null && node !== this.#node && this.#alive.has(node);
  }

  /** Returns undefined if the device was removed. */
  async take(device: number): Promise<number | undefined> {
    const { db, bus } = this.#options;
    const before = await nodeOf(db, device);
    await this.lookFor([before]);
    // Subscribes before asking: the answer may arrive before the write has returned.
    const release = this.isElsewhere(before) ? this.#releaseOf(device) : undefined;
    try {
      const session = await takeDevice(db, device, this.#node, release === undefined);
      if (session === undefined) return undefined;
      bus.publish(TAKEN, () => JSON.stringify({ device, session, from: before }));
      await release?.hasCome;
      // The other node may be stalled, or have missed the notification: what it would still write would be counted twice.
      if (release) await fenceOff(db, device, session);
      return session;
    } finally {
      release?.stop();
    }
  }

  async lostOf(sessions: readonly Session[]): Promise<NumberedSession[]> {
    const numbered = sessions.filter(isNumbered);
    const ids = numbered.map(({ deviceId }) => deviceId);
    const latest = await sessionsOf(this.#options.db, ids);
    return numbered.filter(({ deviceId, session }) => session < (latest.get(deviceId) ?? 0));
  }

  async countConnected(): Promise<{ devices: number; nodes: number }> {
    const { db } = this.#options;
    return countConnected(db, await db.now());
  }

  async listNodes(): Promise<LiveNode[]> {
    const { db } = this.#options;
    const rows = await listNodes(db, await db.now());
    return rows.map(({ node, connected, version, push_services }) => {
      const services = push_services === null ? undefined : readServices(push_services);
      return {
        node,
        connected,
        isThis: node === this.#node,
        ...(version !== null && { version }),
        ...(services && { services }),
      };
    });
  }

  tell(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      if (this.#here) void this.#renew(this.#here);
    }, TELL_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#renewal);
    clearTimeout(this.#telling);
    this.#here = undefined;
    for (const stop of this.#stops) stop();
    for (const device of this.#waiting.keys()) this.#wake(device);
    await this.#renewing;
    await endLease(this.#options.db, this.#node).catch(() => undefined);
  }

  async #hear(here: ConnectedHere, text: string | undefined): Promise<void> {
    const { bus, logger } = this.#options;
    const taken = text === undefined ? undefined : readTaken(text);
    if (!taken) return;
    const { device, session, from } = taken;
    try {
      await here.release(device, session);
      if (from === this.#node) bus.publish(RELEASED, () => String(device));
    } catch (error) {
      // The other node's wait times out.
      logger?.warn({ err: error, device }, 'a device was not let go');
    }
  }

  /** Renews the lease, one time after the other: what is said while one is running is said by the next. */
  #renew(here: ConnectedHere): Promise<void> {
    if (this.#renewing) {
      this.#renewsAgain = true;
      return this.#renewing;
    }
    this.#renewing = this.#renewOnce(here).finally(() => {
      this.#renewing = undefined;
      if (!this.#renewsAgain) return;
      this.#renewsAgain = false;
      if (this.#here) void this.#renew(here);
    });
    return this.#renewing;
  }

  async #renewOnce(here: ConnectedHere): Promise<void> {
    const { db, logger } = this.#options;
    try {
      // By the database's clock: a node whose own clock is ahead would consider all other leases expired.
      const now = await db.now();
      const leases = await readLeases(db, now, this.#node);
      const isOlderCopy = (leases.get(this.#node) ?? 0) < this.#leasedUntil;
      // The takeovers may be lost as well; without them, push services would be used for devices that are connected here.
      if (isOlderCopy)
        await takeDevicesAgain(db, this.#node, [...here.connections()].filter(isNumbered));
      // A node that is being closed has ended its lease.
      if (!this.#here) return;
      const { version, services } = this.#options.report();
      await renewLease(db, {
        node: this.#node,
        alive_until: now + LEASE_MS,
        connected: here.size,
        version,
        push_services: JSON.stringify(services),
      });
      this.#leasedUntil = now + LEASE_MS;
      this.#alive = new Set([...leases.keys(), this.#node]);
      this.#gone.clear();
      if (this.#notesAliveAt <= now) {
        this.#notesAliveAt = now + NOTE_ALIVE_EVERY_MS;
        // When a backup is restored, this says how old it is.
        await takeTurn(db, 'alive-at', now, NOTE_ALIVE_EVERY_MS / 2);
      }
      await deleteLostNodes(db, now - FORGET_AFTER_MS);
    } catch (error) {
      logger?.warn({ err: error }, 'other nodes may take this one for lost');
    }
  }

  #releaseOf(device: number): { hasCome: Promise<void>; stop: () => void } {
    let stop = () => {};
    const hasCome = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, RELEASE_WITHIN_MS);
      const waiting = this.#waiting.get(device) ?? new Set();
      this.#waiting.set(device, waiting.add(resolve));
      stop = () => {
        clearTimeout(timer);
        waiting.delete(resolve);
        if (waiting.size === 0) this.#waiting.delete(device);
      };
    });
    return { hasCome, stop };
  }

  #wake(device: number): void {
    for (const wake of this.#waiting.get(device) ?? []) wake();
  }
}

type NumberedSession = Session & { session: number };

const isNumbered = (each: Session): each is NumberedSession => each.session !== undefined;

function readTaken(text: string): z.infer<typeof Taken> | undefined {
  try {
    return z.safeParse(Taken, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Undefined where a node of another release says what this one does not understand. */
function readServices(text: string): ServiceHealth[] | undefined {
  try {
    return z.safeParse(z.array(ServiceHealth), JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
