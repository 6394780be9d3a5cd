import { disturbances, troubles } from './faultEffects.ts';
import { lengthOutside, overlap } from './intervals.ts';
import { MAX_AWAY_MS, MAX_UNKNOWN_MS } from './limits.ts';
import type { Log } from './readLog.ts';

/** "Try again later", which takes a device for minutes. */
const CLOSE_TRY_AGAIN_LATER = 1013;
/** What a device is told that has to come a little later. */
const LATER = 503;
/** Handshakes that were under way when a storm began. */
const UNDER_WAY = 10;

/** Holds what devices saw of their connections and push services against the rules. */
export function* checkDevices(log: Log): Generator<string> {
  yield* cursors(log);
  yield* absences(log);
  yield* closings(log);
  yield* admissions(log);
  yield* pushes(log);
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
    const excuses = [...disturbances(log, device), ...log.stalls, ...log.asleep.get(device)!];
    for (const interval of intervals) {
      const ms = lengthOutside(interval, excuses);
      if (ms > MAX_AWAY_MS) {
        yield `${device} had no connection for ${Math.round(ms)} ms while nothing was broken.`;
      }
    }
  }
}

/** Nobody is sent away for long, whatever is broken. */
function* closings(log: Log): Generator<string> {
  for (const { device, code } of log.closed) {
    if (code === CLOSE_TRY_AGAIN_LATER) yield `${device} was closed with ${code}.`;
  }
  for (const { device, node, status } of log.turnedAway) {
    if (status !== LATER) yield `${device} was turned away by ${node} with ${status}.`;
  }
}

/** In a storm a node takes no more devices than it admits: what a second brings, and as many at once in the beginning. */
function* admissions(log: Log): Generator<string> {
  if (!log.admission) return;
  const { perSecond } = log.admission;
  for (const storm of log.faults.filter(({ fault }) => fault === 'storm')) {
    const taken = new Map<string, number>();
    for (const { at, isConnected, node } of log.connections) {
      if (!isConnected || node === undefined || at < storm.from || at > storm.to) continue;
      const count = (taken.get(node) ?? 0) + 1;
      taken.set(node, count);
      const most = perSecond * (1 + (at - storm.from) / 1000) + UNDER_WAY;
      if (count <= most) continue;
      yield `${node} took ${count} devices within ${at - storm.from} ms of a storm.`;
      break;
    }
  }
}

/** A push service is asked only for devices that no node has. */
function* pushes(log: Log): Generator<string> {
  const sent = new Map(log.sent.map((event) => [event.n, event]));
  for (const { device, n, at } of log.pushed) {
    const message = sent.get(n);
    if (!message) continue;
    const span = { from: Math.max(message.at, message.dueAt ?? 0) - MAX_UNKNOWN_MS, to: at };
    const isReached = !log.away.get(device)!.some((each) => overlap(each, span));
    // A node that finds out late that it has no connections may have lost its lease by then.
    const isBroken = troubles(log, device).some((each) => overlap(each, span));
    if (isReached && !isBroken) {
      yield `${n} went to the push service of ${device}, which was connected all the while.`;
    }
  }
}
