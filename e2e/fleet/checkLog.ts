import { checkCounts } from './checkCounts.ts';
import { checkDatabase } from './checkDatabase.ts';
import { checkDeliveries } from './checkDeliveries.ts';
import { checkDevices } from './checkDevices.ts';
import { isHarmless, isLasting, losesAnswers } from './faultEffects.ts';
import type { Audience, FleetEvent } from './FleetEvent.types.ts';
import { lengthOutside, overlap } from './intervals.ts';
import { BUSY_MS, GIVE_UP_MS, MAX_SILENT_MS } from './limits.ts';
import { type Log, readLog } from './readLog.ts';

/** What a sender is told while the database is away or full: that it should try again. */
const TRY_AGAIN = 503;

/** Holds a log against what holds for every fleet. Gives a sentence for everything that does not. */
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

/** What was accepted and is not shown on a device yet that it is for. */
export function undelivered(events: readonly FleetEvent[]): { n: string; device: string }[] {
  const log = readLog(events);
  return log.sent
    .filter(({ id }) => !log.lost.has(id))
    .flatMap(({ n, to }) => log.audienceOf(to).map((device) => ({ n, device })))
    .filter(({ n, device }) => !log.shown.get(device)?.has(n));
}

/** What servers say that does not fit what devices have got. */
export function miscounted(events: readonly FleetEvent[]): string[] {
  return [...checkCounts(readLog(events))];
}

/** Nothing is shown that nobody sent, or to whom it is not for; no id stands for two messages. */
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
      // Whoever got no answer may be shown it all the same, once.
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

/** What a node refused though it may be stored, since the answer of the database was lost. */
function refusedInDoubt(log: Log): { n: string; to: Audience }[] {
  const losing = log.faults.filter(losesAnswers);
  return log.refused.flatMap(({ n, to, node, at }) => {
    const isDoubtful = losing.some(
      (fault) => fault.nodes?.includes(node) && overlap(fault, { from: at - GIVE_UP_MS, to: at }),
    );
    return to && isDoubtful ? [{ n, to }] : [];
  });
}

/** Sends are answered, and soon, by every node to which nothing happens; soon also by one that could find out what happens. */
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
    // How long it took is not known: a send that began in a fault may have been given up after it.
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
