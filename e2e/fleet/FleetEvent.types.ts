import type { FaultName } from './planFaults.ts';

/** Whom a message is for. */
export type Audience = { topic: string } | { device: string };

/** What the clients and senders of a run saw, each with the time in milliseconds. Nothing in it comes from a server's memory. */
export type FleetEvent = { at: number } &
  /** A device is there. With Web Push a push service reaches it while it is not connected. */
  (
    | { type: 'device'; device: string; topics: readonly string[]; hasWebPush?: boolean }
    /** A send was answered with 200; `at` is then. `n` is what it carries, by which devices know it. */
    | {
        type: 'sent';
        n: string;
        to: Audience;
        id: string;
        node: string;
        tookMs: number;
        /** When it is to be delivered; left out for at once. */
        dueAt?: number;
      }
    /** A send was answered otherwise, or not at all: then nobody knows whether it was stored. */
    | { type: 'refused'; n: string; to?: Audience; node: string; status: number }
    | { type: 'unanswered'; n: string; to: Audience; node: string }
    | { type: 'shown'; device: string; n: string; id: string }
    /** A push service got it for a device. */
    | { type: 'pushed'; device: string; n: string; id: string }
    /** A device wrote down how far it is. */
    | { type: 'cursor'; device: string; cursor: number }
    | { type: 'connection'; device: string; isConnected: boolean; node?: string | undefined }
    /** A node turned a device away, or closed its connection. */
    | { type: 'turned-away'; device: string; node: string; status: number }
    | { type: 'closed'; device: string; code: number }
    /** An app is closed, and only its push service reaches it; or it is opened again. */
    | { type: 'asleep'; device: string; isAsleep: boolean }
    /** So many devices may connect to a node in a second. */
    | { type: 'admission'; perSecond: number }
    /** How many of the messages that were due at one moment each node took. */
    | { type: 'placed'; count: number; byNode: Readonly<Record<string, number>> }
    /** Something is broken from here on, or mended. `nodes` are those that it happens to; left out for all. */
    | { type: 'fault'; fault: FaultName; isOver: boolean; nodes?: readonly string[] }
    /**
     * What a database has not got any more, since a standby lagged or a backup is back: nobody can be sent it. `lastKept` is the
     * last id of those that it has, `keptUpTo` what an operator is told of it; left out when nobody said so.
     */
    | {
        type: 'lost-by-database';
        ids: readonly string[];
        lastKept: number;
        keptUpTo?: number | undefined;
      }
    /** The machine itself gave the run no time until now: what took long meanwhile is nobody's failure. */
    | { type: 'stalled'; ms: number }
    /** From here on nothing is broken any more. */
    | { type: 'calm' }
    /** What the servers say in the end has become of a message. */
    | { type: 'counted'; id: string; sent: number; delivered: number }
  );

/** An event of one type. */
export type EventOf<Type extends FleetEvent['type']> = Extract<FleetEvent, { type: Type }>;

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** Writes down something that happens now. */
export type WriteEvent = (event: WithoutTime<FleetEvent>) => void;
