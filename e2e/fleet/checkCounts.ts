import { troubles } from './faultEffects.ts';
import type { EventOf } from './FleetEvent.types.ts';
import { type Interval, overlap } from './intervals.ts';
import { COUNTED_WITHIN_MS } from './limits.ts';
import type { Log } from './readLog.ts';

/**
 * Checks that the servers' counts match what devices received. A crash may count `sent` twice or not at all, and so may a
 * push service call for a device that disconnects; this tolerance applies only to devices that may be affected.
 */
export function* checkCounts(log: Log): Generator<string> {
  const counted = new Map(log.counted.map((event) => [event.id, event]));
  const doubts = new Map([...log.devices.keys()].map((device) => [device, doubtsOf(log, device)]));
  for (const message of log.sent) {
    const { n, id, to, at } = message;
    if (log.lost.has(id)) continue;
    const audience = log.audienceOf(to);
    const { length: devices } = audience;
    const said = counted.get(id);
    if (!said) {
      yield `Nobody says what became of ${n} (id ${id}).`;
      continue;
    }
    const isForgotten = at <= log.forgottenUpTo;
    if (said.delivered !== devices && !(isForgotten && said.delivered < devices)) {
      yield `${n} (id ${id}) is counted as delivered to ${said.delivered} devices; ${devices} have it.`;
    }
    if (isForgotten) continue;
    const isDoubtful = (device: string) => {
      const span = spanOf(log, message, device);
      return doubts.get(device)!.some((each) => overlap(each, span));
    };
    const doubtful = audience.filter(isDoubtful).length;
    if (Math.abs(said.sent - devices) > doubtful) {
      const more = doubtful > 0 ? `, give or take ${doubtful}` : '';
      yield `${n} (id ${id}) is counted as sent to ${said.sent} devices instead of ${devices}${more}.`;
    }
  }
}

/** The intervals in which the counts for a device are uncertain. Stalls are included, since they delay writes. */
function doubtsOf(log: Log, device: string): Interval[] {
  const { hasWebPush = false } = log.devices.get(device)!;
  const unreachable = hasWebPush ? log.away.get(device)! : [];
  return [...troubles(log, device), ...unreachable, ...log.stalls];
}

/** The interval from the earliest delivery of a message to a device until its count is stored. */
function spanOf(log: Log, { n, at, tookMs, dueAt }: EventOf<'sent'>, device: string): Interval {
  const shownAt = log.shown.get(device)?.get(n)?.[0]?.at ?? log.end;
  return { from: Math.max(at - tookMs, dueAt ?? 0), to: shownAt + COUNTED_WITHIN_MS };
}
