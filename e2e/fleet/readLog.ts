import type { Audience, EventOf, FleetEvent } from './FleetEvent.types.ts';
import { type Interval, pairs } from './intervals.ts';
import type { FaultName } from './planFaults.ts';

/** The interval of a fault and the affected nodes; undefined for all. */
export type FaultInterval = Interval & { fault: FaultName; nodes: readonly string[] | undefined };
/** The interval from a device's connection to a node until its next connection. */
type Place = Interval & { node: string };

/** A log, indexed for the checks. */
export interface Log {
  devices: Map<string, EventOf<'device'>>;
  sent: EventOf<'sent'>[];
  unanswered: EventOf<'unanswered'>[];
  refused: EventOf<'refused'>[];
  /** By device, then by the `n` of the message. */
  shown: Map<string, Map<string, EventOf<'shown'>[]>>;
  pushed: EventOf<'pushed'>[];
  cursors: EventOf<'cursor'>[];
  connections: EventOf<'connection'>[];
  turnedAway: EventOf<'turned-away'>[];
  closed: EventOf<'closed'>[];
  admission: EventOf<'admission'> | undefined;
  placed: EventOf<'placed'>[];
  counted: EventOf<'counted'>[];
  losses: EventOf<'lost-by-database'>[];
  lost: ReadonlySet<string>;
  /** Until this time the database may have lost counts. */
  forgottenUpTo: number;
  calmFrom: number;
  end: number;
  faults: FaultInterval[];
  /** The intervals in which the machine stalled. */
  stalls: Interval[];
  /** The intervals in which each device was disconnected. */
  away: Map<string, Interval[]>;
  /** The nodes that each device was connected to, in order. */
  places: Map<string, Place[]>;
  /** The intervals in which each app was closed and reachable only through its push service. */
  asleep: Map<string, Interval[]>;
  /** The devices that are recipients of a message. */
  audienceOf(to: Audience): readonly string[];
}

/** Indexes a log. */
export function readLog(events: readonly FleetEvent[]): Log {
  const byType = grouped(events, ({ type }) => type);
  const of = <Type extends FleetEvent['type']>(type: Type) =>
    (byType.get(type) ?? []) as EventOf<Type>[];
  const end = events.reduce((last, { at }) => Math.max(last, at), 0);
  const devices = new Map(of('device').map((event) => [event.device, event]));
  const shown: Log['shown'] = new Map();
  for (const event of of('shown')) {
    const ofDevice = shown.get(event.device) ?? new Map<string, EventOf<'shown'>[]>();
    shown.set(event.device, ofDevice.set(event.n, [...(ofDevice.get(event.n) ?? []), event]));
  }
  const spans = <Event extends { at: number; device: string }>(
    marks: readonly Event[],
    isOver: (event: Event) => boolean,
  ) => {
    const byDevice = grouped(marks, ({ device }) => device);
    return new Map(
      [...devices.keys()].map((device) => {
        const ofDevice = byDevice.get(device) ?? [];
        const ends = ofDevice.map((event) => ({ at: event.at, isOver: isOver(event) }));
        return [device, pairs(ends, end)];
      }),
    );
  };
  const connections = of('connection');
  return {
    devices,
    sent: of('sent'),
    unanswered: of('unanswered'),
    refused: of('refused'),
    shown,
    pushed: of('pushed'),
    cursors: of('cursor'),
    connections,
    turnedAway: of('turned-away'),
    closed: of('closed'),
    admission: of('admission')[0],
    placed: of('placed'),
    counted: of('counted'),
    losses: of('lost-by-database'),
    lost: new Set(of('lost-by-database').flatMap(({ ids }) => ids)),
    forgottenUpTo: of('lost-by-database').at(-1)?.at ?? -Infinity,
    calmFrom: of('calm')[0]?.at ?? Infinity,
    end,
    faults: faultsIn(of('fault'), end),
    stalls: of('stalled').map(({ at, ms }) => ({ from: at - ms, to: at })),
    away: spans(connections, ({ isConnected }) => isConnected),
    places: placesIn(connections, [...devices.keys()], end),
    asleep: spans(of('asleep'), ({ isAsleep }) => !isAsleep),
    audienceOf: audiences([...devices.values()]),
  };
}

function faultsIn(faults: readonly EventOf<'fault'>[], end: number): Log['faults'] {
  return [...grouped(faults, ({ fault }) => fault)].flatMap(([fault, ofFault]) =>
    pairs(ofFault, end).map((interval) => ({
      ...interval,
      fault,
      nodes: ofFault.find(({ at }) => at === interval.from)?.nodes,
    })),
  );
}

function placesIn(
  connections: readonly EventOf<'connection'>[],
  devices: readonly string[],
  end: number,
): Log['places'] {
  const begun = grouped(
    connections.filter(({ isConnected }) => isConnected),
    ({ device }) => device,
  );
  return new Map(
    devices.map((device) => {
      const ofDevice = begun.get(device) ?? [];
      const places = ofDevice.map(({ at: from, node = '' }, index) => ({
        from,
        to: ofDevice[index + 1]?.at ?? end,
        node,
      }));
      return [device, places];
    }),
  );
}

function audiences(devices: readonly EventOf<'device'>[]): Log['audienceOf'] {
  const pairsOf = devices.flatMap(({ device, topics }) =>
    topics.map((topic) => ({ device, topic })),
  );
  const byTopic = grouped(pairsOf, ({ topic }) => topic);
  const known = new Set(devices.map(({ device }) => device));
  return (to) => {
    if ('topic' in to) return (byTopic.get(to.topic) ?? []).map(({ device }) => device);
    return known.has(to.device) ? [to.device] : [];
  };
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
