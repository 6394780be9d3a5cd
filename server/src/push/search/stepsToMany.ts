import type { MessageTrace } from '@host/contracts';

import { isOurToken } from '../devices/deviceToken.ts';
import type { MessageRow } from '../messages/messageRows.ts';
import type { FoundDevice } from './searchRows.ts';
import type { TraceRows } from './traceRows.ts';

/**
 * How a message to a topic or a condition ended on one device. A row for each device would be a million rows per message.
 * So only the device's cursor and failures are recorded, and nothing more can be reported.
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
  // That the push service accepted it is reported as a separate step.
  if (answers.at(-1)?.outcome === 'accepted') return [];
  const refused = letters.at(-1);
  if (!refused) return [{ step: 'service-done' }];
  // A device with a token of ours still gets it when it connects.
  if (isOurToken(device.token)) return [];
  const { at, reason } = refused;
  return [{ step: 'dropped', at: new Date(at).toISOString(), detail: reason }];
}

/** Whether the message may have been skipped in a backlog: the device's cursor moves past skipped messages as well. */
function mayBeLeftOut({ collapse_key, expires_at }: MessageRow, now: number): boolean {
  return collapse_key !== null || expires_at <= now;
}
