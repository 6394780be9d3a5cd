import { fieldsOf, parseJson } from '../../common/guards.ts';
import { isLiveCursor, isLiveMessageId } from './positions.ts';

/**
 * A message from a device: an acknowledgement of everything up to a cursor, optionally with a message that was withheld and
 * why (which older gateways ignore), or a message that the person opened.
 */
export type LiveClientMessage =
  | { type: 'ack'; cursor: number; id?: string; held?: string }
  | { type: 'opened'; id: string };

/** The text that nearly every client sends, parsed without JSON.parse. */
const USUAL_ACK = /^\{"type":"ack","cursor":(0|[1-9]\d{0,14})\}$/;

/** Why a device did not show a message: `quiet-hours`, `muted`, or a reason of the app's own. */
export const HELD_REASON = /^[a-z][a-z-]{0,31}$/;

function isHeldReason(value: unknown): value is string {
  return typeof value === 'string' && HELD_REASON.test(value);
}

/** Parses a message from a device; undefined if it is not valid. */
export function readLiveClientMessage(text: string): LiveClientMessage | undefined {
  const usual = USUAL_ACK.exec(text)?.[1];
  if (usual !== undefined) return { type: 'ack', cursor: Number(usual) };
  const { type, cursor, id, held } = fieldsOf(parseJson(text)) ?? {};
  if (type === 'ack' && isLiveCursor(cursor)) {
    return isLiveMessageId(id) && isHeldReason(held)
      ? { type, cursor, id, held }
      : { type, cursor };
  }
  if (type === 'opened' && isLiveMessageId(id)) return { type, id };
  return undefined;
}
