import { fieldsOf, parseJson } from '../guards.ts';
import { isLiveCursor, isLiveMessageId } from './positions.ts';

/** What a device says on its connection: how far it has come, and what somebody opened. */
export type LiveClientMessage = { type: 'ack'; cursor: number } | { type: 'opened'; id: string };

/** As nearly every client writes it: read at a glance. */
const USUAL_ACK = /^\{"type":"ack","cursor":(0|[1-9]\d{0,14})\}$/;

/** Reads what a device said; undefined when it makes no sense. */
export function readLiveClientMessage(text: string): LiveClientMessage | undefined {
  const usual = USUAL_ACK.exec(text)?.[1];
  if (usual !== undefined) return { type: 'ack', cursor: Number(usual) };
  const { type, cursor, id } = fieldsOf(parseJson(text)) ?? {};
  if (type === 'ack' && isLiveCursor(cursor)) return { type, cursor };
  if (type === 'opened' && isLiveMessageId(id)) return { type, id };
  return undefined;
}
