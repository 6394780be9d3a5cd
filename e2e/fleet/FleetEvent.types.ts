import type { FaultName } from './planFaults.ts';

/** The recipients of a message. */
export type Audience = { topic: string } | { device: string };

/** What the clients and senders of a run observed, with the time in milliseconds. Nothing in it is internal server state. */
export type FleetEvent = { at: number } &
  /** A device was registered. With Web Push, a push service can reach it while it is not connected. */
  (
    | { type: 'device'; device: string; topics: readonly string[]; hasWebPush?: boolean }
    /** A send was answered with 200, at `at`. `n` is in the payload and identifies the message to devices. */
    | {
        type: 'sent';
        n: string;
        to: Audience;
        id: string;
        node: string;
        tookMs: number;
        /** The scheduled time of delivery; absent if it is immediate. */
        dueAt?: number;
      }
    /** A send got an error or no response; without a response it is unknown whether it was stored. */
    | { type: 'refused'; n: string; to?: Audience; node: string; status: number }
    | { type: 'unanswered'; n: string; to: Audience; node: string }
    | { type: 'shown'; device: string; n: string; id: string }
    /** A push service received a message for a device. */
    | { type: 'pushed'; device: string; n: string; id: string }
    /** A device persisted its cursor. */
    | { type: 'cursor'; device: string; cursor: number }
    | { type: 'connection'; device: string; isConnected: boolean; node?: string | undefined }
    /** A node rejected a device's connection or closed it. */
    | { type: 'turned-away'; device: string; node: string; status: number }
    | { type: 'closed'; device: string; code: number }
    /** An app was closed, so that only its push service can reach it, or opened again. */
    | { type: 'asleep'; device: string; isAsleep: boolean }
    /** How many devices a node admits per second. */
    | { type: 'admission'; perSecond: number }
    /** How many of the messages that were due at the same time each node claimed. */
    | { type: 'placed'; count: number; byNode: Readonly<Record<string, number>> }
    /** A fault begins or ends. `nodes` are the affected ones; absent for all. */
    | { type: 'fault'; fault: FaultName; isOver: boolean; nodes?: readonly string[] }
    /**
     * A database lost data, since a standby lagged or a backup was restored: lost messages cannot be delivered. `lastKept` is
     * the last id that it still has, `keptUpTo` what the operator was told; absent if nothing was reported.
     */
    | {
        type: 'lost-by-database';
        ids: readonly string[];
        lastKept: number;
        keptUpTo?: number | undefined;
      }
    /** The machine stalled until now: delays in that time are not failures. */
    | { type: 'stalled'; ms: number }
    /** The last fault is over. */
    | { type: 'calm' }
    /** The delivery counts of a message that the servers report at the end. */
    | { type: 'counted'; id: string; sent: number; delivered: number }
  );

/** An event of one type. */
export type EventOf<Type extends FleetEvent['type']> = Extract<FleetEvent, { type: Type }>;

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** Records an event with the current time. */
export type WriteEvent = (event: WithoutTime<FleetEvent>) => void;
