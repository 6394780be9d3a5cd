import { disturbances, isHarmless } from './faultEffects.ts';
import type { EventOf } from './FleetEvent.types.ts';
import { type Interval, lengthOutside, overlap } from './intervals.ts';
import { BUSY_MS, MAX_LATE_MS, MAX_SILENT_MS } from './limits.ts';
import type { Log } from './readLog.ts';

/** Every message that was accepted with 200 is shown on each of its devices exactly once and in time. */
export function* checkDeliveries(log: Log): Generator<string> {
  const excuses = new Map(
    [...log.devices.keys()].map((device) => [device, excusesOf(log, device)]),
  );
  for (const message of log.sent) {
    const { n, id, to, dueAt = 0 } = message;
    if (log.lost.has(id)) continue;
    for (const device of log.audienceOf(to)) {
      const times = log.shown.get(device)?.get(n) ?? [];
      const [first] = times;
      if (!first) yield `${n} (id ${id}) was accepted and never shown on ${device}.`;
      if (times.length > 1) yield `${n} (id ${id}) was shown ${times.length} times on ${device}.`;
      if (!first) continue;
      if (first.id !== id) yield `${n} was answered with id ${id} and came with id ${first.id}.`;
      if (first.at < dueAt) yield `${n} came to ${device} ${dueAt - first.at} ms too early.`;
      const span = { from: Math.max(message.at, dueAt), to: first.at };
      const late = lengthOutside(span, excuses.get(device)!);
      const most = mostLate(log, device, message, span);
      if (late > most + BUSY_MS) {
        yield `${n} (id ${id}) came to ${device} ${Math.round(late)} ms late instead of ${most}.`;
      }
    }
  }
}

/** The intervals in which a device is unreachable: during some faults, and while it is offline without a push service. */
function excusesOf(log: Log, device: string): Interval[] {
  const asleep = log.asleep.get(device)!;
  const away = log.away.get(device)!.filter((each) => !asleep.some((span) => overlap(span, each)));
  return [...log.stalls, ...away, ...disturbances(log, device)];
}

/**
 * How late a message may be. The bus only carries hints: without it, delivery waits for the next polls of the database.
 * Detecting a dead node, a gone device or a silent connection takes longer.
 */
function mostLate(log: Log, device: string, { dueAt }: EventOf<'sent'>, span: Interval): number {
  const isConnected = !log.away.get(device)!.some((each) => overlap(each, span));
  const isHinted = dueAt === undefined && isConnected;
  const isBroken = log.faults.some((fault) => !isHarmless(fault) && overlap(fault, span));
  return isHinted && !isBroken ? MAX_LATE_MS : MAX_SILENT_MS;
}
