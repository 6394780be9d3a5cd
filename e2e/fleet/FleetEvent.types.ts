/** Whom a message is for. */
export type Audience = { topic: string } | { device: string };

/** What the clients and senders of a run saw, each with the time in milliseconds. Nothing in it comes from a server's memory. */
export type FleetEvent = { at: number } & (
  | { type: 'device'; device: string; topics: readonly string[] }
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
  | { type: 'refused'; n: string; node: string; status: number }
  | { type: 'unanswered'; n: string; to: Audience; node: string }
  | { type: 'shown'; device: string; n: string; id: string }
  /** A device wrote down how far it is. */
  | { type: 'cursor'; device: string; cursor: number }
  | { type: 'connection'; device: string; isConnected: boolean }
  /** Something is broken from here on, or mended. `nodes` are those that it happens to; left out for all. */
  | { type: 'fault'; fault: string; isOver: boolean; nodes?: readonly string[] }
  /** What a standby had not got when it was promoted: it is gone, and nobody can be sent it any more. */
  | { type: 'lost-by-database'; ids: readonly string[] }
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
