import type { Audience, EventOf, FleetEvent } from './FleetEvent.types.ts';
import { type Interval, lengthOutside } from './intervals.ts';

/** How long something may take while nothing is broken: two nodes that are silent to each other are found out by then. */
export const MAX_LATE_MS = 6000;
/** How long a device may be without a connection while nothing is broken: its pauses grow with failures. */
export const MAX_AWAY_MS = 20_000;
/** A rolling restart is nobody's failure: sends are answered as ever meanwhile. */
const PLANNED = new Set(['restart-all']);

/** Holds a log against what holds for every fleet. Gives a sentence for everything that does not. */
export function checkLog(events: readonly FleetEvent[]): string[] {
  const log = indexed(events);
  return [
    ...deliveries(log),
    ...strays(log),
    ...cursors(log),
    ...absences(log),
    ...answers(log),
    ...counts(log),
  ];
}

/** What was accepted and is not shown on a device yet that it is for. */
export function undelivered(events: readonly FleetEvent[]): { n: string; device: string }[] {
  const log = indexed(events);
  return log.sent
    .filter(({ id }) => !log.lost.has(id))
    .flatMap(({ n, to }) => audienceOf(log, to).map((device) => ({ n, device })))
    .filter(({ n, device }) => !log.shown.get(device)?.has(n));
}

/** What servers say that does not fit what devices have got. */
export function miscounted(events: readonly FleetEvent[]): string[] {
  return [...counts(indexed(events))];
}

interface Log {
  devices: Map<string, ReadonlySet<string>>;
  sent: EventOf<'sent'>[];
  unanswered: EventOf<'unanswered'>[];
  refused: EventOf<'refused'>[];
  /** By device, then by what the message carries. */
  shown: Map<string, Map<string, EventOf<'shown'>[]>>;
  cursors: EventOf<'cursor'>[];
  counted: EventOf<'counted'>[];
  lost: ReadonlySet<string>;
  /** Until then the database may have forgotten what it had counted. */
  forgottenUpTo: number;
  calmFrom: number;
  end: number;
  faults: (Interval & { fault: string; nodes: readonly string[] | undefined })[];
  /** When each device had no connection. */
  away: Map<string, Interval[]>;
}

function indexed(events: readonly FleetEvent[]): Log {
  const of = <Type extends FleetEvent['type']>(type: Type) =>
    events.filter((event): event is FleetEvent & EventOf<Type> => event.type === type);
  const end = events.reduce((last, { at }) => Math.max(last, at), 0);
  const devices = new Map(of('device').map(({ device, topics }) => [device, new Set(topics)]));
  const shown: Log['shown'] = new Map();
  for (const event of of('shown')) {
    const ofDevice = shown.get(event.device) ?? new Map<string, EventOf<'shown'>[]>();
    shown.set(event.device, ofDevice.set(event.n, [...(ofDevice.get(event.n) ?? []), event]));
  }
  const connections = of('connection');
  const away = new Map(
    [...devices.keys()].map((device) => [
      device,
      pairs(
        connections
          .filter((event) => event.device === device)
          .map(({ at, isConnected }) => ({ at, isOver: isConnected })),
        end,
      ),
    ]),
  );
  const faults = of('fault');
  return {
    devices,
    sent: of('sent'),
    unanswered: of('unanswered'),
    refused: of('refused'),
    shown,
    cursors: of('cursor'),
    counted: of('counted'),
    lost: new Set(of('lost-by-database').flatMap(({ ids }) => ids)),
    forgottenUpTo: of('lost-by-database').at(-1)?.at ?? -Infinity,
    calmFrom: of('calm')[0]?.at ?? Infinity,
    end,
    faults: [...new Set(faults.map(({ fault }) => fault))].flatMap((fault) => {
      const ofFault = faults.filter((event) => event.fault === fault);
      return pairs(ofFault, end).map((interval) => ({
        ...interval,
        fault,
        nodes: ofFault.find(({ at }) => at === interval.from)?.nodes,
      }));
    }),
    away,
  };
}

/** From each beginning to the end that follows; what is still open lasts to the end of the log. */
function pairs(marks: readonly { at: number; isOver: boolean }[], end: number): Interval[] {
  const intervals: Interval[] = [];
  let from: number | undefined;
  for (const { at, isOver } of marks) {
    if (!isOver) from ??= at;
    else if (from !== undefined) {
      intervals.push({ from, to: at });
      from = undefined;
    }
  }
  if (from !== undefined) intervals.push({ from, to: end });
  return intervals;
}

const isFor = (to: Audience, device: string, topics: ReadonlySet<string>) =>
  'topic' in to ? topics.has(to.topic) : to.device === device;

const audienceOf = ({ devices }: Log, to: Audience) =>
  [...devices].filter(([device, topics]) => isFor(to, device, topics)).map(([device]) => device);

/** Everything that was answered 200 is shown on every device that it is for: once, and in time. */
function* deliveries(log: Log): Generator<string> {
  for (const { n, id, to, at, dueAt = 0 } of log.sent) {
    if (log.lost.has(id)) continue;
    const due = Math.max(at, dueAt);
    for (const device of audienceOf(log, to)) {
      const times = log.shown.get(device)?.get(n) ?? [];
      const [first] = times;
      if (!first) yield `${n} (id ${id}) was accepted and never shown on ${device}.`;
      if (times.length > 1) yield `${n} (id ${id}) was shown ${times.length} times on ${device}.`;
      if (!first) continue;
      if (first.id !== id) yield `${n} was answered with id ${id} and came with id ${first.id}.`;
      if (first.at < dueAt) yield `${n} came to ${device} ${dueAt - first.at} ms too early.`;
      const disturbed = [...log.faults, ...log.away.get(device)!];
      const late = lengthOutside({ from: due, to: first.at }, disturbed);
      if (late > MAX_LATE_MS) {
        yield `${n} (id ${id}) came to ${device} ${Math.round(late)} ms late while nothing was broken.`;
      }
    }
  }
}

/** Nothing is shown that nobody sent, or to whom it is not for; no id stands for two messages. */
function* strays(log: Log): Generator<string> {
  const audiences = new Map(
    [...log.sent, ...log.unanswered].map(({ n, to }) => [n, new Set(audienceOf(log, to))]),
  );
  const contents = new Map<string, string>();
  for (const [device, messages] of log.shown) {
    for (const [n, times] of messages) {
      const audience = audiences.get(n);
      if (!audience) yield `${n} was shown on ${device}, and no send of it may have been stored.`;
      else if (!audience.has(device)) yield `${n} was shown on ${device}, and is not for it.`;
      // Whoever got no answer may be shown it all the same, once.
      const isUnanswered = log.unanswered.some((event) => event.n === n);
      if (isUnanswered && times.length > 1) {
        yield `${n} was shown ${times.length} times on ${device}.`;
      }
      for (const { id } of times) {
        const known = contents.get(id) ?? n;
        contents.set(id, known);
        if (known !== n) yield `The id ${id} stands for ${known} and for ${n}.`;
      }
    }
  }
}

function* cursors(log: Log): Generator<string> {
  const last = new Map<string, number>();
  for (const { device, cursor } of log.cursors) {
    const before = last.get(device) ?? -1;
    if (cursor < before) yield `The cursor of ${device} went back from ${before} to ${cursor}.`;
    last.set(device, cursor);
  }
}

function* absences(log: Log): Generator<string> {
  for (const [device, intervals] of log.away) {
    for (const interval of intervals) {
      const ms = lengthOutside(interval, log.faults);
      if (ms > MAX_AWAY_MS) {
        yield `${device} had no connection for ${Math.round(ms)} ms while nothing was broken.`;
      }
    }
  }
}

/** Sends are answered, and soon, by every node to which nothing happens. */
function* answers(log: Log): Generator<string> {
  const breaks = log.faults.filter(({ fault }) => !PLANNED.has(fault));
  const isBroken = (node: string, from: number, to: number) =>
    breaks.some(
      (fault) => fault.from <= to && from <= fault.to && (fault.nodes?.includes(node) ?? true),
    );
  for (const { n, at, node, ...event } of [...log.refused, ...log.unanswered]) {
    // How long it took is not known: a send that began in a fault may have been given up after it.
    if (isBroken(node, at - MAX_LATE_MS, at)) continue;
    const answer = event.type === 'refused' ? `was answered ${event.status}` : 'was not answered';
    yield `${n} ${answer} by ${node}, to which nothing happened.`;
  }
  for (const { n, at, node, tookMs } of log.sent) {
    if (tookMs <= MAX_LATE_MS || isBroken(node, at - tookMs, at)) continue;
    yield `${n} was answered by ${node} after ${Math.round(tookMs)} ms, though nothing happened to it.`;
  }
}

/**
 * What servers counted is what devices have got. A crash may count `sent` again, or not at all: that is exact from the
 * moment on when nothing is broken.
 */
function* counts(log: Log): Generator<string> {
  const counted = new Map(log.counted.map((event) => [event.id, event]));
  for (const { n, id, to, at } of log.sent) {
    if (log.lost.has(id)) continue;
    const devices = audienceOf(log, to).length;
    const said = counted.get(id);
    if (!said) {
      yield `Nobody says what became of ${n} (id ${id}).`;
      continue;
    }
    const isForgotten = at <= log.forgottenUpTo && said.delivered < devices;
    if (said.delivered !== devices && !isForgotten) {
      yield `${n} (id ${id}) is counted as delivered to ${said.delivered} devices; ${devices} have it.`;
    }
    if (at >= log.calmFrom && said.sent !== devices) {
      yield `${n} (id ${id}) is counted as sent to ${said.sent} devices instead of ${devices}.`;
    }
  }
}
