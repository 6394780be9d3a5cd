import type { MessageTrace } from '@host/contracts';

import { isOurToken } from '../devices/deviceToken.ts';
import type { MessageRow } from '../messages/messageRows.ts';
import type { FoundDevice } from './searchRows.ts';
import type { TraceRows } from './traceRows.ts';

/**
 * How a message to a topic or a condition ended on one device. A row for each device would be a million rows for each
 * message: there are the place up to which a device acknowledged everything, and what went wrong. Nothing is said beyond that.
 */
export function stepsToMany(
  message: MessageRow,
  device: FoundDevice,
  { held, opening, answers, job, letters }: TraceRows,
  now: number,
): MessageTrace['steps'] {
  const { position } = message;
  if (position === null) return [];
  if (held || opening) return [{ step: 'delivered' }];
  if (device.position >= position) {
    return [{ step: mayBeLeftOut(message, now) ? 'passed' : 'delivered' }];
  }
  if (device.address === null || job) return [];
  // That the push service took it is a step of its own.
  if (answers.at(-1)?.outcome === 'accepted') return [];
  const refused = letters.at(-1);
  if (!refused) return [{ step: 'service-done' }];
  // One with a token of ours still gets it when it connects.
  if (isOurToken(device.token)) return [];
  const { at, reason } = refused;
  return [{ step: 'dropped', at: new Date(at).toISOString(), detail: reason }];
}

/** Whether a device that was away may have been sent what came later alone: the place that it acknowledges moves over both. */
function mayBeLeftOut({ collapse_key, expires_at }: MessageRow, now: number): boolean {
  return collapse_key !== null || expires_at <= now;
}
