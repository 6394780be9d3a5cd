import { checkCounts } from './checkCounts.ts';
import { checkDatabase } from './checkDatabase.ts';
import { checkDeliveries } from './checkDeliveries.ts';
import { checkDevices } from './checkDevices.ts';
import { isHarmless, isLasting, losesAnswers } from './faultEffects.ts';
import type { Audience, FleetEvent } from './FleetEvent.types.ts';
import { lengthOutside, overlap } from './intervals.ts';
import { BUSY_MS, GIVE_UP_MS, MAX_SILENT_MS } from './limits.ts';
import { type Log, readLog } from './readLog.ts';

/** The status that tells a sender to retry while the database is unavailable or its disk is full. */
const TRY_AGAIN = 503;

/** Checks a log against the invariants of every fleet. Returns a sentence for each violation. */
export function checkLog(events: readonly FleetEvent[]): string[] {
  const log = readLog(events);
  return [
    ...checkDeliveries(log),
    ...strays(log),
    ...answers(log),
    ...checkCounts(log),
    ...checkDevices(log),
    ...checkDatabase(log),
  ];
}

/** Accepted messages that have not been shown yet on one of their devices. */
export function undelivered(events: readonly FleetEvent[]): { n: string; device: string }[] {
  const log = readLog(events);
  return log.sent
    .filter(({ id }) => !log.lost.has(id))
    .flatMap(({ n, to }) => log.audienceOf(to).map((device) => ({ n, device })))
    .filter(({ n, device }) => !log.shown.get(device)?.has(n));
}

/** Differences between the servers' counts and what devices received. */
export function miscounted(events: readonly FleetEvent[]): string[] {
  return [...checkCounts(readLog(events))];
}

/** Devices show only messages that were sent, and sent to them; no id identifies two messages. */
function* strays(log: Log): Generator<string> {
  const doubtful = [...log.unanswered, ...refusedInDoubt(log)];
  const audiences = new Map(
    [...log.sent, ...doubtful].map(({ n, to }) => [n, new Set(log.audienceOf(to))]),
  );
  const contents = new Map<string, string>();
  for (const { id, n } of log.sent) {
    const known = contents.get(id);
    if (known !== undefined) yield `The id ${id} was given to ${known} and to ${n}.`;
    contents.set(id, n);
  }
  const unanswered = new Set(doubtful.map(({ n }) => n));
  for (const [device, messages] of log.shown) {
    for (const [n, times] of messages) {
      const audience = audiences.get(n);
      if (!audience) yield `${n} was shown on ${device}, and no send of it may have been stored.`;
      else if (!audience.has(device)) yield `${n} was shown on ${device}, and is not for it.`;
      // A send without a response may still have been stored, and may then be shown once.
      if (unanswered.has(n) && times.length > 1) {
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

/** Sends that a node refused but that may be stored, since the response of the database was lost. */
function refusedInDoubt(log: Log): { n: string; to: Audience }[] {
  const losing = log.faults.filter(losesAnswers);
  return log.refused.flatMap(({ n, to, node, at }) => {
    const isDoubtful = losing.some(
      (fault) => fault.nodes?.includes(node) && overlap(fault, { from: at - GIVE_UP_MS, to: at }),
    );
    return to && isDoubtful ? [{ n, to }] : [];
  });
}

/** Unaffected nodes accept sends promptly; affected ones respond promptly once they could notice the fault. */
function* answers(log: Log): Generator<string> {
  const breaks = log.faults.filter((fault) => !isHarmless(fault));
  const isIn = (faults: Log['faults'], node: string, from: number, to: number) =>
    faults.some(
      (fault) => fault.from <= to && from <= fault.to && (fault.nodes?.includes(node) ?? true),
    );
  const isBroken = (node: string, from: number, to: number) => isIn(breaks, node, from, to);
  const isStopped = (node: string, from: number, to: number) =>
    isIn(breaks.filter(isLasting), node, from, to);
  for (const { n, at, node, ...event } of [...log.refused, ...log.unanswered]) {
    if (event.type === 'refused' && event.status !== TRY_AGAIN) {
      yield `${n} was answered ${event.status} by ${node} instead of ${TRY_AGAIN}.`;
      continue;
    }
    // Its duration is unknown: a send that began during a fault may have been aborted after it.
    const isExcused = event.type === 'refused' ? isBroken : isStopped;
    if (isExcused(node, at - GIVE_UP_MS, at)) continue;
    const answer = event.type === 'refused' ? `was answered ${event.status}` : 'was not answered';
    const hasHappened = isBroken(node, at - GIVE_UP_MS, at);
    const excuse = hasHappened ? 'which had time to find out' : 'to which nothing happened';
    yield `${n} ${answer} by ${node}, ${excuse}.`;
  }
  for (const { n, at, node, tookMs } of log.sent) {
    const ms = lengthOutside({ from: at - tookMs, to: at }, log.stalls);
    if (ms <= MAX_SILENT_MS + BUSY_MS || isStopped(node, at - tookMs, at)) continue;
    yield `${n} was answered by ${node} after ${Math.round(ms)} ms, though nothing happened to it.`;
  }
}
