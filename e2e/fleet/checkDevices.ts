import { disturbances, troubles } from './faultEffects.ts';
import { lengthOutside, overlap } from './intervals.ts';
import { MAX_AWAY_MS, MAX_UNKNOWN_MS } from './limits.ts';
import type { Log } from './readLog.ts';

/** Close code "try again later", after which a device waits for minutes. */
const CLOSE_TRY_AGAIN_LATER = 1013;
/** The status for a device that has to retry a little later. */
const LATER = 503;
/** Handshakes that may be in flight when a storm begins. */
const UNDER_WAY = 10;

/** Checks the rules about connections and push services. */
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

/** No device is told to wait for minutes, whatever is broken. */
function* closings(log: Log): Generator<string> {
  for (const { device, code } of log.closed) {
    if (code === CLOSE_TRY_AGAIN_LATER) yield `${device} was closed with ${code}.`;
  }
  for (const { device, node, status } of log.turnedAway) {
    if (status !== LATER) yield `${device} was turned away by ${node} with ${status}.`;
  }
}

/** In a reconnect storm a node admits no more devices than its token bucket allows: the rate, plus an initial burst. */
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

/** Push services are called only for devices that are not connected to any node. */
function* pushes(log: Log): Generator<string> {
  const sent = new Map(log.sent.map((event) => [event.n, event]));
  for (const { device, n, at } of log.pushed) {
    const message = sent.get(n);
    if (!message) continue;
    const span = { from: Math.max(message.at, message.dueAt ?? 0) - MAX_UNKNOWN_MS, to: at };
    const isReached = !log.away.get(device)!.some((each) => overlap(each, span));
    // A node that notices late that its connections are gone may have lost its lease by then.
    const isBroken = troubles(log, device).some((each) => overlap(each, span));
    if (isReached && !isBroken) {
      yield `${n} went to the push service of ${device}, which was connected all the while.`;
    }
  }
}
