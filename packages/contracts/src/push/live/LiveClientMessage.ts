import { fieldsOf, parseJson } from '../../common/guards.ts';
import { isLiveCursor, isLiveMessageId } from './positions.ts';

/**
 * What a device says on its connection: how far it has come, what somebody opened, and why it did not show something. The
 * last goes with an acknowledgement, which gateways that do not know of it read as one.
 */
export type LiveClientMessage =
  | { type: 'ack'; cursor: number; id?: string; held?: string }
  | { type: 'opened'; id: string };

/** As nearly every client writes it: read at a glance. */
const USUAL_ACK = /^\{"type":"ack","cursor":(0|[1-9]\d{0,14})\}$/;

/** Why a device did not show a message: `quiet-hours`, `muted`, or what else an app calls it. */
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
